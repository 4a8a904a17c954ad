const width = 30
const intervalMs = 100

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
