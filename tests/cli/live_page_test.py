"""run --view: a page on the loopback address that only who knows its token can read, and that ends with the run."""
import http.client
import json
import re
import signal
import socket
import subprocess
import time
import unittest

import h5py
import support


class ViewTest(support.ProgramTest):
    def start(self, *options, duration="1000000"):
        """A run that goes on until it is stopped; returns its process, port and token."""
        command = [support.PROGRAM, "run", "scenario.toml", "-o", "r.h5", "--view", "--set", f"run.duration={duration}", *options]
        process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        line = process.stderr.readline()
        found = re.fullmatch(r"the run is shown at http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n", line)
        self.assertTrue(found, line)
        return process, int(found[1]), found[2]

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def ask(self, port, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=support.SECONDS)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, answer.headers

    def send(self, port, data):
        with socket.create_connection(("127.0.0.1", port), timeout=support.SECONDS) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        return answer

    def wait_for_rows(self, port, token):
        for _ in range(int(20 * support.SECONDS)):
            data = json.loads(self.ask(port, f"/{token}/data")[1])
            if len(data["t"]) > 50:
                return data
            time.sleep(0.05)
        self.fail("no rows came")

    def test_page_and_data(self):
        process, port, token = self.start("--watch", "wheelset/y,wheelset/psi")
        status, page, headers = self.ask(port, f"/{token}/")
        self.assertEqual(status, 200)
        self.assertIn("<title>Fourfoot", page)
        policy = headers["Content-Security-Policy"]
        nonce = re.search(r"script-src 'nonce-([0-9a-f]{32})'", policy)[1]
        self.assertIn(f'<script nonce="{nonce}">', page)
        self.assertNotIn("{{", page)
        for wanted in ("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"):
            self.assertIn(wanted, policy)
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertNotIn("Access-Control-Allow-Origin", headers)
        self.assertNotIn(nonce, self.ask(port, f"/{token}/")[1])  # another one each time
        data = self.wait_for_rows(port, token)
        self.assertEqual([c["name"] for c in data["curves"]], ["wheelset/y", "wheelset/psi"])
        self.assertEqual((data["status"], data["curves"][0]["unit"]), ("running", "m"))
        part = json.loads(self.ask(port, f"/{token}/data?have=40&step={data['step']}")[1])
        if part["step"] == data["step"]:
            self.assertEqual(part["first"], 39)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(support.SECONDS), 130)

    def test_the_curves_are_those_of_the_results(self):
        """A short run whose rows were fetched while a thread kept asking; the last answer has them all."""
        process, port, token = self.start("--watch", "wheelset/y", duration="3000")
        data = {}
        while True:
            try:
                data = json.loads(self.ask(port, f"/{token}/data")[1])
            except (OSError, http.client.HTTPException):
                break
        out, _ = process.communicate(timeout=support.SECONDS)
        self.assertEqual(process.returncode, 0, out)
        self.assertEqual((data["status"], data["done"]), ("done", 1.0))
        with h5py.File(self.folder / "r.h5") as results:
            y, t = results["channels/wheelset/y"][:], results["time"][:]
        step, curve = data["step"], data["curves"][0]
        self.assertEqual(curve["now"], y[-1])
        self.assertEqual(len(data["t"]), -(-len(y) // step))
        for k in range(len(data["t"])):
            rows = y[k * step:(k + 1) * step]
            self.assertEqual((data["t"][k], curve["low"][k], curve["high"][k]), (t[k * step], rows.min(), rows.max()))

    def test_strangers_get_nothing(self):
        process, port, token = self.start()
        other = "0" * 32
        own = f"127.0.0.1:{port}"
        for path in ("/", "/data", f"/{other}/", f"/{other}/data", f"/{token}", f"/{token}/../", f"/{token}/x", f"//{token}/", f"/{token[:-1]}/"):
            self.assertEqual(self.ask(port, path)[0], 404, path)
        self.assertEqual(self.ask(port, f"/{token}/", Host="evil.example")[0], 403)
        self.assertEqual(self.ask(port, f"/{token}/", Host=f"localhost:{port}")[0], 403)
        self.assertEqual(self.ask(port, f"/{token}/data", Origin="https://evil.example")[0], 403)
        self.assertEqual(self.ask(port, f"/{token}/data", Origin="null")[0], 403)
        self.assertEqual(self.ask(port, f"/{token}/data", Sec_Fetch_Site="cross-site")[0], 403)
        self.assertEqual(self.ask(port, f"/{token}/data", Origin=f"http://{own}", Sec_Fetch_Site="same-origin")[0], 200)
        for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
            self.assertEqual(self.ask(port, f"/{token}/data", method)[0], 405, method)
        self.assertEqual(self.ask(port, f"/{token}/", X_Long="x" * 9000)[0], 431)
        self.assertIn(b" 400 ", self.send(port, b"rubbish\r\n\r\n").split(b"\r\n")[0])
        self.assertEqual(self.send(port, b"GET"), b"")
        self.assertEqual(self.send(port, b""), b"")
        self.assertEqual(self.send(port, bytes(range(256)) * 4 + b"\r\n\r\n").split(b" ")[1], b"400")
        for query in ("have=99999999999999999999", "have=-1&step=1", "have", "&&&=", "have=1&step=%00"):
            self.assertEqual(self.ask(port, f"/{token}/data?{query}")[0], 200, query)
        self.assertEqual(process.poll(), None)

    def test_other_addresses_of_the_machine_are_closed(self):
        _, port, _ = self.start()
        for address in ("127.0.0.2", socket.gethostbyname(socket.gethostname())):
            if address == "127.0.0.1":
                continue
            with self.assertRaises(OSError, msg=address):
                socket.create_connection((address, port), timeout=5).close()

    def test_a_slow_reader_does_not_hold_up_the_run(self):
        process, port, _ = self.start("--watch", "*", duration="400")
        with socket.create_connection(("127.0.0.1", port), timeout=support.SECONDS) as silent:
            self.assertEqual(process.wait(support.SECONDS), 0)
            silent.close()

    def test_it_ends_with_the_run(self):
        process, port, token = self.start()
        self.assertEqual(self.ask(port, f"/{token}/")[0], 200)
        self.wait_for_rows(port, token)  # before its first row there is nothing to keep, and Ctrl-C ends the program at once
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(support.SECONDS), 130)
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=5).close()

    def test_without_channels_it_shows_displacements(self):
        _, port, token = self.start()
        data = self.wait_for_rows(port, token)
        self.assertEqual([c["name"] for c in data["curves"]], ["wheelset/y"])

    def test_faults(self):
        outcome = self.run_program("run", "scenario.toml", "--view", "--watch", "wheelset/z")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[unknown-channel]", outcome.err)
        self.assertNotIn("http:", outcome.err)


if __name__ == "__main__":
    unittest.main()
