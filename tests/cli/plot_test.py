"""Plots in the terminal and to files, and reports, of the built program."""
import os
import re
import shutil
import subprocess
import struct
import unittest

import h5py
import numpy as np
import support


class PlotTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)

    def test_in_the_terminal(self):
        outcome = self.run_program("plot", "r.h5", "wheelset/y", "wheelset/psi", "--width", "80", "--height", "16")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        lines = outcome.out.splitlines()
        self.assertEqual(len(lines), 2 * 16)
        self.assertTrue(all(len(line) <= 80 for line in lines))
        self.assertIn("wheelset/y [mm]", lines)
        self.assertIn("time [s]", outcome.out)
        self.assertRegex(outcome.out, "[\u2801-\u28ff]{2}")
        # The wheelset starts at 1 mm: the scale must reach it.
        labels = [float(m.group(1)) for line in lines[1:13] if (m := re.match(r" *(-?[0-9.]+) \u2524", line))]
        self.assertGreaterEqual(max(labels), 1.0)

    def test_what_is_zero_but_for_rounding_is_drawn_as_zero(self):
        self.run_program("run", "scenario.toml", "-o", "still.h5", "--quiet", "--set", 'initial.wheelset.y="1e-12 m"')
        outcome = self.run_program("plot", "still.h5", "wheelset/y", "--width", "80", "--height", "16")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertIn("wheelset/y [mm]", outcome.out)  # not millionths of a micrometre
        labels = [float(m.group(1)) for line in outcome.out.splitlines() if (m := re.match(r" *(-?[0-9.]+) \u2524", line))]
        self.assertEqual((min(labels), max(labels)), (-1.0, 1.0))

    def test_more_curves_than_colours_are_dashed(self):
        for channels, dashed in ((["wheelset/y", "wheelset/psi"], False), (["*"], True)):
            self.assertEqual(self.run_program("plot", "r.h5", *channels, "-o", "many.svg", "--force").code, 0)
            self.assertEqual("stroke-dasharray" in (self.folder / "many.svg").read_text(), dashed)

    def test_over_distance_and_part_of_it(self):
        outcome = self.run_program("plot", "r.h5", "wheelset/y", "--over", "s", "--from", "5 m", "--to", "10 m")
        self.assertIn("s [m]", outcome.out)
        axis = outcome.out.splitlines()[-2].split()
        self.assertEqual((axis[0], axis[-1]), ("5", "10"))

    def test_to_files(self):
        for ending, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            name = f"p.{ending}"
            outcome = self.run_program("plot", "r.h5", "wheelset/y", "*/fx", "-o", name)
            self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
            data = (self.folder / name).read_bytes()
            self.assertTrue(data.startswith(begin), name)
            self.assertGreater(len(data), 3000)

    def test_faults(self):
        self.assert_refused(["plot", "r.h5", "wheelset/z"],
                            'error[unknown-channel]: the results have no channel "wheelset/z"\n'
                            '  did you mean "wheelset/y"?\n')
        self.assert_refused(["plot", "r.h5", "wheelset/y", "--from", "5 s"],
                            "error[no-rows]: there is nothing to draw: no row in this range\n")


    def test_several_runs_in_one_plot(self):
        self.run_program("run", "scenario.toml", "-o", "fast.h5", "--quiet", "--set", "speed.v=25", "--set", "run.duration=2")
        outcome = self.run_program("plot", "r.h5", "fast.h5", "wheelset/y", "wheelset/psi", "--width", "90", "--height", "20")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        for name in ("wheelset/y (r)", "wheelset/y (fast)", "wheelset/psi (r)", "wheelset/psi (fast)"):
            self.assertIn(name, outcome.out)
        # The scale reaches the end of the longer run.
        self.assertRegex(outcome.out, r"1\.5 +2\b|\b2\b *\n *time")
        self.assertEqual(self.run_program("plot", "r.h5", "fast.h5", "wheelset/y", "-o", "both.svg").code, 0)
        self.assertGreater(len((self.folder / "both.svg").read_bytes()), 3000)


SWEEP = "# fourfoot study 1\nspeed.v,friction,sum_Y,status,fault\n" + "".join(
    f"{v},{mu},{v * (1 + mu)},done,\n" for v in (20, 30, 40) for mu in (0.2, 0.3, 0.4)) + "50,0.2,,failed,it fell over\n"
MAP = ("radius,speed,sweep,motion,max_abs,peak_to_peak,wheelset,wheelset_peak_to_peak,v_c,steady_up_to,hunts_from,diverges_from,overturns_from,note,status,fault\n"
       "600,50,up,stationary,0.001,0,wheelset_1,0,80,60,62,,,,done,\n600,62,up,periodic,0.004,0.008,wheelset_1,0.008,80,60,62,,,,done,\n")
BIFURCATION = ('{"parameter": "speed.v", "points": [{"value": 50, "sweep": "up", "motion": "stationary", "max_abs": 0, "peak_to_peak": 0, "frequency": 0},'
               '{"value": 60, "sweep": "up", "motion": "periodic", "max_abs": 0.004, "peak_to_peak": 0.008, "frequency": 3}],'
               '"branches": [{"hopf": 58, "hopf_frequency": 3, "folds": [], "orbits": [{"value": 58, "frequency": 3, "max_abs": 0, "stable": false},'
               '{"value": 55, "frequency": 3, "max_abs": 0.002, "stable": false}, {"value": 60, "frequency": 3, "max_abs": 0.004, "stable": true}]}]}')
CONTINUATION = BIFURCATION[:BIFURCATION.index("[")] + "[]" + BIFURCATION[BIFURCATION.index(',"branches"'):]  # no sweep beside the branch
LIMITS = ('{"parameter": "speed.v", "second_parameter": "contact.conicity", "limits": ['
          '{"second": 0.1, "hopf": 60, "hopf_frequency": 3, "fold": 55, "fold_frequency": 3, "fold_max_abs": 0.005, "note": ""},'
          '{"second": 0.2, "hopf": 50, "hopf_frequency": 4, "fold": null, "fold_frequency": 0, "fold_max_abs": 0, "note": "no fold"}]}')
EIGEN = '{"parameter": "speed.v", "points": [' + ",".join(
    f'{{"value": {v}, "modes": [{{"track": 0, "re": {v - 60}, "im": 20, "frequency": 3, "damping": 0.1, "name": "hunting"}}]}}' for v in (40, 50, 70)) + "]}"


LINE = "s,curvature,cant,gradient\n0,0,0,0\n50,0.002,0.05,0\n100,0.002,0.05,0\n"
WEAR = ("distance [m],wheelset,conicity,depth_left [m],depth_right [m]\n0,wheelset_1,0.2,0,0\n0,wheelset_2,0.2,0,0\n"
        "200000,wheelset_1,0.15,1e-4,4e-4\n200000,wheelset_2,0.21,5e-5,5e-5\n")


class StudyPictureTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        for name, text in (("s.csv", SWEEP), ("map.csv", MAP), ("b.json", BIFURCATION), ("c.json", CONTINUATION), ("l.json", LIMITS), ("e.json", EIGEN)):
            self.write(name, text)

    def draw(self, *words):
        outcome = self.run_program("plot", *words, "-o", "p.svg", "--force")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
        return (self.folder / "p.svg").read_text()

    def test_every_kind_is_drawn(self):
        pictures = [self.draw("s.csv"), self.draw("s.csv", "sum_Y", "--kind", "contour"), self.draw("s.csv", "--kind", "tornado"),
                    self.draw("s.csv", "--kind", "parallel"), self.draw("c.json"), self.draw("l.json"),
                    self.draw("map.csv"), self.draw("b.json"), self.draw("e.json")]
        self.assertTrue(all(len(p) > 3000 for p in pictures))
        self.assertEqual(len(set(pictures)), len(pictures))
        for ending, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
            self.assertEqual(self.run_program("plot", "s.csv", "--kind", "contour", "-o", f"p.{ending}").code, 0)
            self.assertTrue((self.folder / f"p.{ending}").read_bytes().startswith(begin))

    def test_signs_of_print(self):
        """A minus sign, and v with an index; the pictures of plot are drawn letter by letter, those of -p hold text."""
        scenario = support.SOURCE / "examples" / "20-cooperrider" / "scenario.toml"
        outcome = self.run_program("bifurcation", scenario, "--speed", "60:2:76", "--method", "continuation", "--over", "contact.conicity", "--over-values", "0.05:0.01:0.06", "-p", "over.svg")
        self.assertEqual(outcome.code, 0, outcome.err)
        text = (self.folder / "over.svg").read_text()
        for index, rest in (("c", ": steady running ends (Hopf)"), ("n", ": limit cycles begin (fold)")):
            self.assertIn(f'<tspan>v</tspan><tspan dy="3" font-size="9">{index}</tspan><tspan dy="-3">{rest}</tspan>', text)
        self.assertNotIn("v_", text)
        self.assertEqual(self.run_program("eigen", scenario, "--speed", "60:5:75", "-p", "roots.svg").code, 0)
        numbers = re.findall(r">([\u2212-]?[0-9.]+)</text>", (self.folder / "roots.svg").read_text())
        self.assertTrue(any(n.startswith("\u2212") for n in numbers), numbers)
        self.assertFalse(any(n.startswith("-") for n in numbers), numbers)

    def test_track_and_wear_are_pages(self):
        self.write("line.csv", LINE)
        self.write("wear.csv", WEAR)
        for name, kind in (("line.csv", "track"), ("wear.csv", "wear")):
            outcome = self.run_program("report", name, "-o", f"{kind}.html")
            self.assertEqual((outcome.code, outcome.err), (0, ""))
            self.assertIn(f'"kind":"{kind}"', (self.folder / f"{kind}.html").read_text())

    def read_terminal(self, *words):
        outcome = self.run_program("plot", *words, "--width", "80", "--height", "14")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertLessEqual(max(len(line) for line in outcome.out.splitlines() if re.search("[│┤└]", line)), 80)  # titles may be longer
        return outcome.out

    def test_line_and_wear(self):
        self.write("line.csv", LINE)
        self.write("wear.csv", WEAR)
        self.assertNotEqual(self.draw("line.csv"), self.draw("wear.csv"))
        text = self.read_terminal("line.csv")
        self.assertIn("Curvature, > 0 to the left: curvature [1/km]", text)
        self.assertIn("Cant, > 0 right rail raised: cant [mm]", text)
        self.assertNotIn("Gradient", text)  # zero all along
        self.assertRegex(text, r"\n +2 ┤")  # 0.002 1/m
        text = self.read_terminal("wear.csv")
        self.assertRegex(text, r"Equivalent conicity: conicity\na  wheelset_1\nb  wheelset_2\n")
        self.assertIn("Largest depth of wear: depth [mm]", text)
        self.assertRegex(text, r"\n +0\.4 ┤")  # the deeper side of the worse wheelset

    def test_what_optimise_found(self):
        begin = '{"format": "fourfoot optimum 1", "parameters": [{"name": "c"}], "objectives": [{"figure": "force", "aim": "min"}'
        point = '{{"parameters": {{"c": {}}}, "figures": {{"force": {}, "speed": {}}}}}'
        self.write("front.json", begin + ', {"figure": "speed", "aim": "max"}], "front": [' + ",".join(point.format(*p) for p in ((1, 4000, 60), (2, 1000, 20), (3, 2000, 50))) + "]}")
        text = self.read_terminal("front.json")
        self.assertIn("Front: best compromises: speed", text)
        self.assertRegex(text, r"1000 +.*4000")
        self.draw("front.json")
        # With one objective: its value over the evaluations, from the table beside.
        self.write("one.json", begin + "]}")
        self.assert_refused(["plot", "one.json", "-o", "p.svg"], 'error[bad-study-plot]: "one.json" has no front, and the table of evaluations is not beside it\n'
                            "  keep the CSV file that optimise wrote in the same folder\n")
        self.write("one.csv", "search,evaluation,c,force,objective,holds,front,status,fault\n1,1,1,900,900,1,0,done,\n1,2,2,500,500,0,0,done,\n1,3,3,700,700,1,0,done,\n")
        for name in ("one.json", "one.csv"):
            text = self.read_terminal(name)
            self.assertRegex(text, r"Search for the best value: force\na  best so far\nb  constraints hold\nc  a constraint does not hold\n")
            self.assertRegex(text, r"\n +400 ┤")  # the scale takes in what was tried without success

    def test_critical_speeds(self):
        tried = '[{"value": 40, "outcome": "stationary"}, {"value": 60, "outcome": "periodic, 3 mm"}, {"value": 55, "outcome": "growth -0.2 1/s"}]'
        self.write("v.json", '{"parameter": "speed.v", "methods": [{"method": "falling", "critical_speed": 58, "low": 55, "high": 60, "linear": 62, "trials": 3, "tried": ' + tried +
                   '}, {"method": "axle-force", "critical_speed": null, "low": null, "high": null, "linear": null, "trials": 0}]}')
        text = self.read_terminal("v.json")
        self.assertRegex(text, r"a  motion dies out\nb  motion lasts\nc  2: falling, 58 m/s\nd  1: axle-force, not found\ne  linear critical speed\n")
        self.assertRegex(text, r"speed \[m/s\]")
        self.draw("v.json")

    def test_without_colours_letters_tell_the_curves(self):
        lines = self.run_program("plot", "s.csv", "--width", "80", "--height", "40").out.splitlines()
        self.assertEqual(lines[0], "sum_Y over speed [m/s], 1 of 10 runs failed")
        self.assertEqual(lines[1:4], ["a  friction = 0.2", "b  friction = 0.3", "c  friction = 0.4"])
        # sum_Y = v (1 + mu): at the right end of each curve its letter, the one of more friction above.
        plotted = [line for line in lines[4:] if line[11:12] in "│┤"]
        counts = {letter: sum(line[12:].count(letter) for line in plotted) for letter in "abc"}
        self.assertEqual(counts, {"a": 3, "b": 3, "c": 3})
        ends = {letter: max((line[12:].rindex(letter), -k) for k, line in enumerate(plotted) if letter in line[12:]) for letter in "abc"}
        self.assertGreater(ends["c"][1], ends["b"][1])
        self.assertGreater(ends["b"][1], ends["a"][1])
        # One curve needs no letter; a title that is too long for its line stands above the axis' name.
        self.write("few.csv", "# fourfoot study 1\nspeed.v,sum_Y,status,fault\n20,1,done,\n30,2,done,\n")
        self.assertNotIn("a  ", self.read_terminal("few.csv"))
        narrow = self.run_program("plot", "map.csv", "--width", "60").out.splitlines()
        self.assertEqual(narrow[:2], ["Largest amplitude; dashed: speed lowered", "max |observed coordinate| [mm or mrad]"])
        self.assertTrue(all(len(line) <= 60 for line in narrow if not line.startswith("Peak")), narrow)

    def test_studies_in_the_terminal(self):
        for name, words in (("s.csv", ["speed [m/s]"]), ("map.csv", ["speed [m/s]"]), ("b.json", ["limit cycle, unstable", "limit cycle, stable", "swept up"]),
                            ("l.json", ["v_c: steady running ends (Hopf)", "v_n: limit cycles begin (fold)"]), ("e.json", ["Root locus: frequency [Hz]", "hunting"])):
            text = self.read_terminal(name)
            for word in words:
                self.assertIn(word, text)
            self.assertRegex(text, "[\u2801-\u28ff]")  # dots
        self.write("evaluated.json", '{"figures": [], "limits": {}, "notes": []}')
        self.assert_refused(["plot", "evaluated.json"], 'error[bad-study-plot]: "evaluated.json" holds figures of norms: they are a table\n  fourfoot report shows them\n')

    def test_stiffnesses_are_written_as_engineers_do(self):
        self.write("k.csv", "primary [N/m],c [N s/m],sum_Y [N],status,fault\n2000000,800,1000,done,\n31391000,800,2000,done,\n2000000,900,1500,done,\n31391000,900,2500,done,\n")
        text = self.read_terminal("k.csv")
        for words in ("primary [MN/m]", "c [N s/m] = 800", "sum_Y [kN]"):
            self.assertIn(words, text)
        self.write("c.csv", "v,c [N s/m],sum_Y [N],status,fault\n10,8000,1000,done,\n20,8000,2000,done,\n10,9500,1500,done,\n20,9500,2500,done,\n")
        self.assertIn("c [kN s/m] = 9.5", self.read_terminal("c.csv"))
        self.write("a.csv", "v,a_z [m/s2],status,fault\n10,0.5,done,\n20,0.9,done,\n")
        self.assertIn("a_z [m/s²]", self.read_terminal("a.csv"))

    def test_parallel_coordinates(self):
        # Nine runs that succeeded, from axis to axis: two inputs and the figure.
        def count_lines(picture):
            return picture.count("stroke-width:1.6")
        self.assertEqual(count_lines(self.draw("s.csv", "--kind", "parallel")), 9 * 2)
        self.write("words.csv", "law,speed.v,wear,status,fault\nfastsim,20,1,done,\npolach,20,2,done,\n")  # the speed does not vary
        self.assertEqual(count_lines(self.draw("words.csv", "--kind", "parallel")), 2)
        self.write("same.csv", "speed.v,wear,status,fault\n20,1,done,\n")
        self.assert_refused(["plot", "same.csv", "--kind", "parallel", "-o", "p.svg"],
                            "error[bad-study-plot]: no input of the study has several values\n  parallel coordinates draw runs across them\n")

    def test_values_are_rounded(self):
        for kind in ("lines", "tornado"):
            text = self.draw("s.csv", "--kind", kind)
            self.write("long.csv", SWEEP.replace(",0.2,", ",0.20000000000000001,"))
            self.assertEqual(self.draw("long.csv", "--kind", kind), text)

    def test_faults(self):
        self.assert_refused(["plot", "s.csv", "sum_Z", "-o", "p.svg"],
                            'error[unknown-figure]: the study has no figure "sum_Z"\n  did you mean "sum_Y"?\n')
        self.assert_refused(["plot", "s.csv", "--kind", "tornado"], "error[bad-arguments]: pictures of --kind tornado are written to a file\n"
                            "  for example: -o study.svg; in the terminal lines are drawn\n")
        self.assert_refused(["plot", "b.json", "--kind", "tornado", "-o", "p.svg"],
                            'error[bad-study-plot]: "b.json" is no sweep: it has one picture of its own\n'
                            "  leave out the figures and --kind\n")
        self.write("one.csv", "speed.v,sum_Y,status,fault\n20,1,done,\n30,2,done,\n")
        self.assert_refused(["plot", "one.csv", "--kind", "contour", "-o", "p.svg"],
                            "error[bad-study-plot]: a contour map needs two inputs that are numbers with several values\n"
                            "  --kind lines draws over one\n")
        self.write("odd.json", '{"points": [{"value": 1, "motion": "x"}], "branches": [1, "two"]}')
        self.assertIn(self.run_program("plot", "odd.json", "-o", "p.svg", "--force").code, (0, 2))


def read_gif(data):
    """Pictures of a GIF, each as rows of palette indices laid over the one before: an own decoder."""
    assert data[:6] == b"GIF89a"
    width, height = struct.unpack("<HH", data[6:10])
    at, pictures, shown, clear = 13 + 3 * 256, [], [0] * (width * height), None
    while data[at] != 0x3b:
        if data[at] == 0x21:
            if data[at + 1] == 0xf9:
                clear = data[at + 6]
            at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
            continue
        x0, y0, w, h = struct.unpack("<HHHH", data[at + 1:at + 9])
        bits, at, packed = data[at + 10], at + 11, b""
        while data[at]:
            packed += data[at + 1:at + 1 + data[at]]
            at += data[at] + 1
        at += 1
        part = unpack_lzw(packed, bits)
        assert len(part) == w * h, (len(part), w, h)
        for i, index in enumerate(part):
            if index != clear:
                shown[(y0 + i // w) * width + x0 + i % w] = index
        pictures.append(list(shown))
    return width, height, pictures


def unpack_lzw(packed, bits):
    buffer, held, out = 0, 0, bytearray()
    table, width, last = None, bits + 1, None
    for byte in packed:
        buffer |= byte << held
        held += 8
        while held >= width:
            code, buffer, held = buffer & ((1 << width) - 1), buffer >> width, held - width
            if code == 1 << bits:
                table, width, last = [bytes([i]) for i in range(1 << bits)] + [b"", b""], bits + 1, None
                continue
            if code == (1 << bits) + 1:
                return bytes(out)
            word = table[code] if code < len(table) else last + last[:1]
            out += word
            if last is not None and len(table) < 4096:
                table.append(last + word[:1])
                if len(table) == 1 << width and width < 12:
                    width += 1
            last = word
    raise AssertionError("no end")


def read_webm(data):
    """Elements of a WebM file as (id, content) trees, where the content of known containers is a list: an own reader of EBML."""
    containers = {0x1A45DFA3, 0x18538067, 0x114D9B74, 0x4DBB, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0x1F43B675, 0x1C53BB6B, 0xBB, 0xB7}

    def read(at, end, base=0):
        found = []
        while at < end:
            start, length = at, next(n for n in range(1, 5) if data[at] & (0x80 >> (n - 1)))
            name = int.from_bytes(data[at:at + length], "big")
            at += length
            width = next(n for n in range(1, 9) if data[at] & (0x80 >> (n - 1)))
            size = int.from_bytes(data[at:at + width], "big") & ((1 << 7 * width) - 1)
            at += width
            assert at + size <= end, (hex(name), at, size, end)
            found.append((name, read(at, at + size, at if name == 0x18538067 else base) if name in containers else data[at:at + size], start - base))
            at += size
        assert at == end
        return found

    return read(0, len(data))


def pick(elements, *names):
    """All contents below a path of ids."""
    for name in names:
        elements = [content for element in elements for content in ([element[1]] if element[0] == name else [])]
        elements = [inner for content in elements for inner in content] if name != names[-1] else elements
    return elements


HAS_VPX = "libvpx none" not in subprocess.run([support.PROGRAM, "doctor"], capture_output=True, text=True).stdout


class AnimateTest(support.ProgramTest):
    @unittest.skipUnless(HAS_VPX, "built without libvpx")
    def test_a_video(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet", "--set", "run.duration=6").code, 0)
        outcome = self.run_program("animate", "r.h5", "-o", "r.webm", "--rate", "10", "--width", "200", "-q")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
        file = read_webm((self.folder / "r.webm").read_bytes())
        number = lambda content: int.from_bytes(content, "big")  # noqa: E731
        self.assertEqual(pick(file, 0x1A45DFA3, 0x4282), [b"webm"])
        self.assertEqual(struct.unpack(">d", pick(file, 0x18538067, 0x1549A966, 0x4489)[0])[0], 6100.0)
        track = pick(file, 0x18538067, 0x1654AE6B, 0xAE)[0]
        self.assertEqual([c for n, c, _ in track if n == 0x86], [b"V_VP8"])
        self.assertEqual([number(c) for c in pick(track, 0xE0, 0xB0) + pick(track, 0xE0, 0xBA)], [200, 112])
        segment = pick(file, 0x18538067)[0]
        clusters = {place: content for name, content, place in segment if name == 0x1F43B675}
        self.assertGreaterEqual(len(clusters), 3)  # a key frame at least every 2 s
        times, sizes = [], []
        for content in clusters.values():
            begin = number(content[0][1])
            blocks = [c for n, c, _ in content if n == 0xA3]
            for k, block in enumerate(blocks):
                self.assertEqual((block[0], block[3] & 0x80 > 0), (0x81, k == 0))
                self.assertEqual(block[4] & 1, 0 if k == 0 else 1)  # VP8: a key frame, or not
                if k == 0:
                    self.assertEqual(block[7:10], b"\x9d\x01\x2a")
                    self.assertEqual(struct.unpack("<HH", block[10:14]), (200, 112))
                times.append(begin + int.from_bytes(block[1:3], "big"))
                sizes.append(len(block))
        self.assertEqual(times, [100 * k for k in range(61)])
        self.assertGreater(len(set(sizes)), 5)  # it moves
        cues = [[number(c) for c in pick(point, 0xB3) + pick(point, 0xB7, 0xF1)] for point in pick(segment, 0x1C53BB6B, 0xBB)]
        self.assertEqual([place for _, place in cues], list(clusters))
        places = {number(name): number(place) for name, place in zip(pick(segment, 0x114D9B74, 0x4DBB, 0x53AB), pick(segment, 0x114D9B74, 0x4DBB, 0x53AC))}
        for name, _, place in segment:
            if name in places:
                self.assertEqual(places[name], place)
        self.assertEqual(set(places), {0x1549A966, 0x1654AE6B, 0x1C53BB6B})
        again = self.run_program("animate", "r.h5", "-o", "again.webm", "--rate", "10", "--width", "200", "-q")
        self.assertEqual(again.code, 0)
        self.assertEqual((self.folder / "again.webm").read_bytes(), (self.folder / "r.webm").read_bytes())

    @unittest.skipIf(HAS_VPX, "built with libvpx")
    def test_without_libvpx_the_message_says_what_to_do(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        self.assert_refused(["animate", "r.h5", "-o", "r.webm"],
                            "error[no-libvpx]: this fourfoot was built without libvpx, which WebM video needs\n"
                            "  choose a name that ends with .gif; or install libvpx-dev and build again; the report page saves WebM, too\n")

    def test_a_moving_picture(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        outcome = self.run_program("animate", "r.h5", "-o", "r.gif", "--rate", "5", "--width", "200", "-q")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
        width, height, pictures = read_gif((self.folder / "r.gif").read_bytes())
        self.assertEqual((width, height, len(pictures)), (200, 112, 6))  # 1 s, both ends
        self.assertGreater(len({tuple(p) for p in pictures}), 3)  # it moves
        self.assertGreater(len(set(pictures[-1])), 20)

    def test_a_vehicle_that_has_run_ahead_is_drawn_where_it_is(self):
        """3 m ahead of a chainage that is 3 m less: the same place, however much displacements are exaggerated; and the speed need not be recorded."""
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        shutil.copy(self.folder / "r.h5", self.folder / "ahead.h5")
        with h5py.File(self.folder / "ahead.h5", "r+") as file:
            file["s"][:] -= 3.0
            x = file.create_dataset("channels/wheelset/x", data=np.full(len(file["s"]), 3.0))
            for key, text in (("unit", "m"), ("frame", "track"), ("description", "made for the test")):
                x.attrs[key] = np.bytes_(text.encode())
            del file["channels/speed"]
        for name in ("r", "ahead"):
            outcome = self.run_program("animate", name + ".h5", "-o", name + ".gif", "--rate", "2", "--width", "200", "-q", "--exaggerate", "50")
            self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertEqual(read_gif((self.folder / "ahead.gif").read_bytes()), read_gif((self.folder / "r.gif").read_bytes()))

    def test_faults(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        self.assert_refused(["animate", "r.h5", "-o", "r.mov"],
                            'error[unknown-format]: "r.mov" does not say what to make\n'
                            "  choose a name that ends with .gif or .webm\n")
        self.assert_refused(["animate", "r.h5", "--from", "5 s"],
                            "error[no-rows]: there is nothing to draw: no row in this range\n")
        self.assert_refused(["animate", "r.h5", "--slower", "1000"],
                            "error[out-of-range]: that makes 15001 pictures, at most 3000 are drawn\n"
                            "  take a part by --from and --to, a lower --rate or --slower\n")


class WatchTest(support.ProgramTest):
    def test_a_run_is_drawn_while_it_goes_on(self):
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--watch", "wheelset/y,wheelset/psi")
        self.assertEqual(outcome.code, 0)
        self.assertIn("wheelset/y [mm]", outcome.err)  # in a pipe once, at the end
        self.assertEqual(outcome.err.count("wheelset/psi ["), 1)
        self.assertIn("1 s simulated", outcome.out)

    def test_in_a_terminal_pictures_take_the_place_of_each_other(self):
        try:
            ours, theirs = os.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")  # a chroot without /dev/pts
        process = subprocess.Popen([support.PROGRAM, "run", "scenario.toml", "-o", "r.h5", "--watch", "wheelset/y", "--set", "run.duration=20"],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs, stdin=subprocess.DEVNULL)
        os.close(theirs)
        text = support.read_terminal(ours)
        self.assertEqual(process.wait(), 0)
        self.assertRegex(text, "\x1b\\[[0-9]+A\x1b\\[J")

    def test_faults(self):
        outcome = self.run_program("run", "scenario.toml", "--watch", "wheelset/z")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[unknown-channel]", outcome.err)


class ReportTest(support.ProgramTest):
    def test_run_writes_a_report_too(self):
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet", "--report", "r.html")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.run_program("report", "r.h5", "-o", "again.html")
        pages = [(self.folder / name).read_text() for name in ("r.html", "again.html")]
        self.assertEqual(pages[0], pages[1])
        # Nothing to judge by norms: the page says why.
        self.assertIn('"fault":"the record has neither wheel forces', pages[0])
        self.assertLess(len(pages[0]), 3_000_000)

    def test_files_of_one_name_are_told_apart_by_their_folders(self):
        for name in ("before", "after"):
            (self.folder / name).mkdir()
            self.assertEqual(self.run_program("run", "scenario.toml", "-o", f"{name}/run.h5", "--quiet").code, 0)
        find_files = lambda page: re.findall(r'"file":"([^"]*\.h5)"', (self.folder / page).read_text())  # noqa: E731
        self.assertEqual(self.run_program("report", "before/run.h5", "after/run.h5", "-o", "both.html").code, 0)
        self.assertEqual(find_files("both.html"), ["before/run.h5", "after/run.h5"])
        self.assertEqual(self.run_program("report", "before/run.h5", "-o", "one.html").code, 0)
        self.assertEqual(find_files("one.html"), ["run.h5"])

    def test_an_old_report_survives_a_fault(self):
        self.write("report.html", "old")
        self.assertEqual(self.run_program("report", "scenario.toml").code, 2)
        self.assertEqual((self.folder / "report.html").read_text(), "old")
        self.assertFalse((self.folder / "report.html.part").exists())

    def test_a_folder_that_is_none(self):
        self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet")
        outcome = self.run_program("report", "r.h5", "-o", "no/such/r.html")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[output-unwritable]", outcome.err)


if __name__ == "__main__":
    support.unittest.main()
