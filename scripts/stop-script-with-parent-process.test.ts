import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.skipIf(process.platform === 'win32')(
  'a script stops when the npm shell that runs it exits, as after SIGTERM to npm',
  async () => {
    const script = `
      const { stopScriptWithParentProcess } = await import(${JSON.stringify(join(import.meta.dirname, 'stop-script-with-parent-process.ts'))})
      stopScriptWithParentProcess(() => { console.log('stopped'); process.exit(0) })
      console.log('started')`
    // A second command prevents the shell from replacing itself with the first one.
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    // The script inherits the shell's output, which closes once the script has exited.
    const closed = new Promise((resolve) => shell.once('close', resolve))
    shell.stdout.on('data', (piece: Buffer) => {
      output += piece.toString()
      if (output === 'started\n') shell.kill('SIGTERM')
    })
    await closed
    expect(output).toBe('started\nstopped\n')
  },
)
