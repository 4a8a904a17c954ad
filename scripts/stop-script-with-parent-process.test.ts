import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.skipIf(process.platform === 'win32')(
  'a script stops when the shell that npm ran it in has ended, as after a SIGTERM to npm',
  async () => {
    const script = `
      const { stopScriptWithParentProcess } = await import(${JSON.stringify(join(import.meta.dirname, 'stop-script-with-parent-process.ts'))})
      stopScriptWithParentProcess(() => { console.log('stopped'); process.exit(0) })
      console.log('started')`
    // With a second command the shell does not become the first one.
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    // The output is closed once the script has ended, which has it from the shell.
    const closed = new Promise((resolve) => shell.once('close', resolve))
    shell.stdout.on('data', (piece: Buffer) => {
      output += piece.toString()
      if (output === 'started\n') shell.kill('SIGTERM')
    })
    await closed
    expect(output).toBe('started\nstopped\n')
  },
)
