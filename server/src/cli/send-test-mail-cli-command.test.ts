// Tests of the mail test command.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'

test('countersign mail test sends an email and prints the server that accepted it, or its error', async () => {
  const server = await startTestMailServer()
  onTestFinished(() => server.close())
  const environment = {
    COUNTERSIGN_ORIGIN: 'http://localhost:3000',
    COUNTERSIGN_SMTP_HOST: '127.0.0.1',
    COUNTERSIGN_SMTP_PORT: String(server.port),
    COUNTERSIGN_SMTP_TLS: 'none',
    COUNTERSIGN_SMTP_FROM: 'sign-in@example.com',
  }
  const run = (...options: string[]) =>
    runCliCommandForTests(['mail', 'test', 'ann@example.com', ...options], { folder: tmpdir(), environment })
  const text = `127.0.0.1, port ${server.port}, accepted the email. Check whether it arrives at ann@example.com.\n`
  expect(await run()).toEqual({ code: 0, out: text, error: '' })
  const { code, out } = await run('--json')
  expect([code, JSON.parse(out)]).toEqual([0, { host: '127.0.0.1', port: server.port, to: 'ann@example.com' }])
  expect(server.mails.map(({ to }) => to)).toEqual([['ann@example.com'], ['ann@example.com']])
  server.rejectMails()
  expect(await run('--json')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining(`127.0.0.1, port ${server.port}, did not accept the email`) as string,
  })
})
