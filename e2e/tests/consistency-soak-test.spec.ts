// A short soak (e2e/src/history-checker): clients on several instances while a nemesis kills them, lets them stand still, and takes the database away
// (THREATS N14). What was answered is held against what is there at the end; docs/development/reliability.md has the long ones.
import { expect, test } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSoakTestRound } from '../src/history-checker/run-soak-test-round.ts'
import { testServerClusterDatabaseKinds } from '../src/history-checker/start-test-server-cluster.ts'

const seconds = { postgres: 15, sqlite: 8 }

for (const database of testServerClusterDatabaseKinds)
  test(`N14: nothing that was answered is otherwise afterwards, whatever dies meanwhile (${database})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-soak-'))
    const options = { seed: '5', seconds: seconds[database], database, clients: 3, folder, pauseMs: 800 }
    const { history, violations, path } = await runSoakTestRound(options)
    const summary = `${history.operations.length} operations, ${history.disturbances.length} disturbances`
    test.info().annotations.push({ type: 'soak', description: summary })
    // With this seed, to kill an instance is the first thing that is done. The history is what explains a violation: it stays.
    expect(violations, `the history is ${path}`).toEqual([])
    expect(history.operations.some(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(history.disturbances.some(({ what }) => what === 'kill')).toBe(true)
    rmSync(folder, { recursive: true })
  })
