// Starts the server of the page.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Starts a server on a free port, without tables. Returns its process and its address. With this limit of memory, it does
 * not build the large pattern databases of 5x5, which would occupy all cores.
 */
export async function startServer(program) {
  const folder = mkdtempSync(join(tmpdir(), "laboratory-"));
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--max-memory", "500MB"], { env: { ...process.env, PDB_DIR: folder } });
  for await (const piece of server.stdout) {
    const found = /http:\S+/.exec(String(piece));
    if (found !== null) {
      return { server, address: found[0] };
    }
  }
  throw new Error("the server did not start");
}
