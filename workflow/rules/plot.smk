# The pictures: one rule for each kind and evidence draws all of its pictures in one job.


def pictures_of(run):
    """Every picture of a run, as PNG and SVG."""
    return [f"{run}/figures/{name}.{form}" for name in PICTURES for form in ("png", "svg")]


for kind, evidence in sorted({(picture.kind, picture.evidence) for picture in PICTURES.values()}):
    drawn = {name: picture for name, picture in PICTURES.items() if (picture.kind, picture.evidence) == (kind, evidence)}

    rule:
        name: f"plot_{kind}_{evidence}"
