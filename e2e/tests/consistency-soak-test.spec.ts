// A short soak test (e2e/src/history-checker): clients on several instances while a nemesis kills
// and freezes them and stops the database (THREATS N14). docs/development/reliability.md describes
// the long ones.
import { expect, test } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSoakTestRound } from '../src/history-checker/run-soak-test-round.ts'
import { testServerClusterDatabaseKinds } from '../src/history-checker/start-test-server-cluster.ts'

const seconds = { postgres: 15, sqlite: 8 }

for (const database of testServerClusterDatabaseKinds)
  test(`N14: acknowledged operations stay consistent while instances crash and freeze (${database})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-soak-'))
    const options = { seed: '5', seconds: seconds[database], database, clients: 3, folder, pauseMs: 800 }
    const { history, violations, path } = await runSoakTestRound(options)
    const summary = `${history.operations.length} operations, ${history.disturbances.length} disturbances`
    test.info().annotations.push({ type: 'soak', description: summary })
    // A failed run keeps the history file. With this seed, the first fault kills an instance.
    expect(violations, `the history is ${path}`).toEqual([])
    expect(history.operations.some(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(history.disturbances.some(({ what }) => what === 'kill')).toBe(true)
    rmSync(folder, { recursive: true })
  })
