// A progress bar on the error output of a terminal; nothing in a pipe or a file.

const width = 30
const intervalMs = 100

/**
 * @param label what makes progress
 * @returns draws how much is done, from 0 to 1; at 1 the bar is removed
 */
export function createTerminalProgressBar(
  label: string,
  output: { isTTY?: boolean; write: (text: string) => unknown } = process.stderr,
): (done: number) => void {
  if (output.isTTY !== true) return () => {}
  let drawnAt = -Infinity
  return (done) => {
    if (done >= 1) {
      output.write('\r\u001b[K')
      return
    }
    if (performance.now() < drawnAt + intervalMs) return
    drawnAt = performance.now()
    const full = Math.max(0, Math.floor(done * width))
    output.write(`\r${label} [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.floor(done * 100)} %\u001b[K`)
  }
}
