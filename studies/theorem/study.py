"""The theorem of [Kisilowski1989]: reduced free-body forces against the direct sum; operations counted, times measured."""
import os
import pathlib
import subprocess

from kit import page, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = False
REDUCED, MATRIX, DIRECT, LITERAL = ("reduced, zeros skipped (theorem)", "free forces times the full matrix", "direct sum, forces once a body",
                                    "direct sum as written")


def compute(size, work, results):
    work.mkdir(parents=True, exist_ok=True)
    results.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-std=c++20", "-O2", str(HERE / "theorem.cpp"), "-o", str(work / "theorem")], check=True)
    (results / "operations.csv").write_text(subprocess.run([str(work / "theorem")], check=True, capture_output=True, text=True).stdout)


def judge(results):
    rows = tables.read(results / "operations.csv")
    by = {(row["system"], row["way"]): row for row in rows}
    car, wheelset = "eight-wheel car", "wheelset"

    def operations(system, way):
        return by[system, way]["multiplications"] + by[system, way]["additions"]

    worst = max(row["difference"] for row in rows)
    sizes = [(row["system"], row["constraints"], row["freedoms"]) for row in rows if row["way"] == REDUCED]
    gain = {system: operations(system, LITERAL) / operations(system, REDUCED) for system in (wheelset, car)}
    skip = operations(car, MATRIX) / operations(car, REDUCED)
    quicker = by[car, MATRIX]["time_ns"] / by[car, REDUCED]["time_ns"]
    free = by[car, REDUCED]["bodies"]
    dense = 6 * free * by[car, REDUCED]["freedoms"]
    # what the reduction multiplies beyond the free forces: one product for each coefficient that is not zero
    products = (by[car, MATRIX]["multiplications"] - by[car, REDUCED]["multiplications"])
    nonzero = dense - products
    return {
        "equal": (f"they differ by {worst:.0e} of the largest at most", worst < 1e-14),
        "sizes": ("; ".join(f"{name}: {int(c)} constraints, {int(f)} degrees of freedom" for name, c, f in sizes),
                  sizes == [(wheelset, 2.0, 4.0), (car, 21.0, 21.0)]),
        "labour": (f"operations of the direct sum as written: {gain[wheelset]:.1f} times those of the theorem for the wheelset, "
                   f"{gain[car]:.0f} times for the car", gain[car] > 2.0 * gain[wheelset] > 2.0),
        "transpose": (f"{skip:.1f} times fewer operations for the car, {quicker:.1f} times quicker", skip > 1.5 and quicker > 1.0),
        "mostly-zeros": (f"{int(nonzero)} of {int(dense)} coefficients of the car's dependent speeds are not zero", nonzero < 0.1 * dense),
    }


def render(results, figures):
    statements = page.write_statements(HERE, results, judge(results))
    return {"statements": page.show_statements(statements), "operations": tables.markdown(tables.read(results / "operations.csv"), {
        "system": "system", "freedoms": "degrees of freedom", "way": "way", "multiplications": "multiplications", "additions": "additions",
        "time_ns": "time [ns]", "difference": "difference from the direct sum"}, digits=6)}
