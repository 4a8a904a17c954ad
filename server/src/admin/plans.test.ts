// Every list and figure goes to what it shows by an index: what is looked at is how a database goes about it, and not how long it takes.
import { describe, expect, test } from 'vitest'
import { readSettings } from '../platform/settings.ts'
import { consoleCases } from '../testing/console-cases.ts'
import { readPlans } from '../testing/read-plans.ts'
import type { ReadPlan } from '../testing/read-plans.ts'
import { openSeededDatabase } from '../testing/seeded-database.ts'
import { testStart } from '../testing/test-app.ts'
import { databaseKinds } from '../testing/test-databases.ts'

const people = 3000
const events = 6000
/** No query of a page looks at more rows than this, of tables that have more. */
const mostRows = 2600
/** How many lines a page of the log walks over, at most: of two marks that do not come together, that many. */
const mostWalked = 10_000

/** Tables that grow with people or with what they do. */
const large = 'people|wallets|wallet_names|passkeys|sessions|grants|authorizations|group_members|events|event_evidence|event_links'
const wholeTable = new RegExp(`Seq Scan on (${large})|^SCAN (${large})(?! USING)`, 'm')
/** In the order of an index is as good as by an index where it ends with the page. */
const wholeIndex = new RegExp(`^SCAN (${large}) USING`, 'm')

/** These look at many, and say so: names are searched for a part (0019), what there is now is counted every few seconds, and who checks the
 * chain takes it in large pages. */
const knowingly = /^people, |a search$|figures of now|one letter|^the chain/

/** Counts of rows end at ten thousand, and go on every so often. */
const isCount = ({ sql }: ReadPlan): boolean => /^select count\(\*\) as many from \(select .* limit (\d+|\?|\$\d+)\) as counted$/.test(sql)

function faultOf({ sql, plan, rows }: ReadPlan, most = mostRows): string | null {
  const text = plan.join('\n')
  if (wholeTable.test(text)) return 'reads a whole table'
  if (wholeIndex.test(text) && (!/ limit (\d+|\?|\$\d+)/.test(sql) || text.includes('USE TEMP B-TREE FOR ORDER BY'))) return 'reads a whole index'
  return rows !== null && rows > most ? `looks at ${rows} rows` : null
}

describe.each(databaseKinds)('lists and figures on %s', (kind) => {
  test('look at no more than they show', async () => {
    const database = await openSeededDatabase(kind, { people, events, now: testStart })
    const { settings } = readSettings({}, undefined)
    const cases = Object.entries(await consoleCases(database, settings, testStart)).filter(([name]) => !knowingly.test(name))
    expect(cases.length).toBeGreaterThan(80)
    const faults: string[] = []
    for (const [name, work] of cases) {
      const plans = await readPlans(database, work)
      expect(plans.length, name).toBeGreaterThan(0)
      for (const plan of plans) {
        const fault = isCount(plan) ? null : faultOf(plan, name.startsWith('events ') ? mostWalked : mostRows)
        if (fault !== null) faults.push(`${name} ${fault}: ${plan.sql.slice(0, 300)}\n${plan.plan.join('\n')}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('would be noticed if they did', async () => {
    const database = await openSeededDatabase(kind, { people, events: 10, now: testStart })
    const [plan] = await readPlans(database, () => database.queries.selectFrom('people').select('id').where('picture_url', '=', 'x').execute())
    expect(plan === undefined ? null : faultOf(plan)).toMatch(/reads a whole table|looks at 3000 rows/)
  })
})
