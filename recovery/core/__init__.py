"""The rules of recovery: values in, verdicts out, without a framework."""
