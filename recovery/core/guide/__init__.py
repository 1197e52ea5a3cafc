"""The guide as data: outcomes, components and the questions of both sides."""
