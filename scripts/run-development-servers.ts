// `npm run dev`. Open the address that Vite prints.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { stopScriptWithParentProcess } from './stop-script-with-parent-process.ts'

const root = join(import.meta.dirname, '..')
const webPort = 3000
const serverPort = 3001

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'scripts/run-development-api-server.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, COUNTERSIGN_PORT: String(serverPort), COUNTERSIGN_ORIGIN: `http://localhost:${webPort}` },
  },
)

const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: { port: webPort, strictPort: true, proxy: { '/api': target, '/health': target } },
})
await vite.listen()
vite.printUrls()

const stop = async (): Promise<void> => {
  server.kill()
  await vite.close()
  process.exit()
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
stopScriptWithParentProcess(() => void stop())
