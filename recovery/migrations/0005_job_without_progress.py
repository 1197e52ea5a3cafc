from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("recovery", "0004_owner_statement"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="job",
            name="progress",
        ),
    ]
