// `npm run programs [NAME …]`: a separate job, because it needs registries and takes minutes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThirdPartyProgramInstallError } from './third-party-program-installers.ts'
import type { IntegrationTest } from './integration-test-types.ts'
import { saveApplicationPresetTestRuns, printIntegrationTestReport } from './integration-test-report.ts'
import type { IntegrationTestReportRow } from './integration-test-report.ts'
import { openIntegrationTestContext } from './open-integration-test-context.ts'
import { actualBudgetTest } from './runs/actual-budget-integration-test.ts'
import { apacheTest } from './runs/apache-integration-test.ts'
import { authJsTest } from './runs/auth-js-integration-test.ts'
import { betterAuthTest } from './runs/better-auth-integration-test.ts'
import { djangoAllauthTest } from './runs/django-allauth-integration-test.ts'
import { dovecotTest } from './runs/dovecot-integration-test.ts'
import { expressOpenidConnectTest } from './runs/express-openid-connect-integration-test.ts'
import { forwardAuthCaddyTest } from './runs/forward-auth-caddy-integration-test.ts'
import { forwardAuthTraefikTest } from './runs/forward-auth-traefik-integration-test.ts'
import { jupyterhubTest } from './runs/jupyterhub-integration-test.ts'
import { keycloakTest } from './runs/keycloak-integration-test.ts'
import { minifluxTest } from './runs/miniflux-integration-test.ts'
import { mozillaDjangoOidcTest } from './runs/mozilla-django-oidc-integration-test.ts'
import { nodeRedTest } from './runs/node-red-integration-test.ts'
import { oauth2ProxyTest } from './runs/oauth2-proxy-integration-test.ts'
import { pgadminTest } from './runs/pgadmin-integration-test.ts'
import { pythonSocialAuthTest } from './runs/python-social-auth-integration-test.ts'
import { quarkusTest } from './runs/quarkus-integration-test.ts'
import { springBootTest } from './runs/spring-boot-integration-test.ts'
import { stepCaTest } from './runs/step-ca-integration-test.ts'
import { streamlitTest } from './runs/streamlit-integration-test.ts'
import { supersetTest } from './runs/superset-integration-test.ts'
import { synapseTest } from './runs/synapse-integration-test.ts'

const allIntegrationTests: readonly IntegrationTest[] = [
  nodeRedTest,
  oauth2ProxyTest,
  jupyterhubTest,
  streamlitTest,
  synapseTest,
  mozillaDjangoOidcTest,
  djangoAllauthTest,
  pythonSocialAuthTest,
  supersetTest,
  pgadminTest,
  betterAuthTest,
  authJsTest,
  expressOpenidConnectTest,
  actualBudgetTest,
  dovecotTest,
  apacheTest,
  forwardAuthCaddyTest,
  forwardAuthTraefikTest,
  minifluxTest,
  keycloakTest,
  springBootTest,
  quarkusTest,
  stepCaTest,
]

const names = process.argv.slice(2)
const unknown = names.filter((name) => !allIntegrationTests.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.error(
    `There is no test for ${unknown.join(', ')}. Available: ${allIntegrationTests.map(({ id }) => id).join(', ')}`,
  )
  process.exit(2)
}

/** Kept between runs, because building takes longer than running. */
const cache = join(tmpdir(), 'countersign-programs')

async function runIntegrationTest(run: IntegrationTest): Promise<IntegrationTestReportRow> {
  const { id, registry } = run
  let version = ''
  try {
    mkdirSync(cache, { recursive: true })
    version = await run.install(join(cache, id))
  } catch (error) {
    if (!(error instanceof ThirdPartyProgramInstallError)) throw error
    return { id, registry, version, outcome: 'skipped', why: error.message }
  }
  const folder = mkdtempSync(join(tmpdir(), `countersign-${id}-`))
  const context = await openIntegrationTestContext(run, folder)
  try {
    return { id, registry, version, outcome: 'works', seen: await run.run(context, join(cache, id)) }
  } catch (error) {
    return { id, registry, version, outcome: 'failed', why: `${String(error)}\n${context.written()}` }
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows: IntegrationTestReportRow[] = []
for (const run of allIntegrationTests.filter(({ id }) => names.length === 0 || names.includes(id))) {
  const startedAt = performance.now()
  console.log(`${run.id} …`)
  const row = await runIntegrationTest(run)
  rows.push(row)
  console.log(`${run.id}: ${row.outcome}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  if (row.why !== undefined) console.log(row.why)
}
printIntegrationTestReport(rows)
saveApplicationPresetTestRuns(rows, new Date())
process.exitCode = rows.some(({ outcome }) => outcome === 'failed') ? 1 : 0
