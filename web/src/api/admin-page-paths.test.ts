import { htmlFileByAdminPagePath } from '@countersign/api/page-html-files'
import { expect, test } from 'vitest'
import { adminPagePaths } from './admin-page-paths.ts'
import { frontEndPagePaths, parseReturnPath } from './front-end-page-paths.ts'

const id = '01k4x9q0e5m3h7t2v8b6n1c0da'
const allAdminPaths = {
  overview: [
    adminPagePaths.overview(),
    adminPagePaths.overview({ days: '90' }),
    adminPagePaths.overview({ from: '2026-01-01', to: '2026-01-31' }),
  ],
  people: [
    adminPagePaths.people(),
    adminPagePaths.people({ search: 'ada lovelace', role: undefined, status: 'suspended' }),
  ],
  person: adminPagePaths.person(id),
  sessions: adminPagePaths.sessions({ search: 'ada' }),
  applications: adminPagePaths.applications({ enabled: 'yes' }),
  application: adminPagePaths.application('my/shop?'),
  newApplication: adminPagePaths.newApplication,
  newApplicationOf: adminPagePaths.newApplicationOf({ program: 'grafana' }),
  testLogin: adminPagePaths.testLogin(id),
  groups: adminPagePaths.groups(),
  group: adminPagePaths.group('holders'),
  newGroup: adminPagePaths.newGroup,
  resources: adminPagePaths.resources(),
  resource: adminPagePaths.resource(id),
  newResource: adminPagePaths.newResource,
  activity: adminPagePaths.activity({ type: 'session.started,sign_in.refused', from: '2026-11-21T00:00:00.000Z' }),
  event: adminPagePaths.event(12),
  settings: adminPagePaths.settings,
  tokens: adminPagePaths.tokens,
}

test('builds the path of every admin page', () => {
  expect(allAdminPaths).toMatchInlineSnapshot(`
    {
      "activity": "/admin/activity?type=session.started%2Csign_in.refused&from=2026-11-21T00%3A00%3A00.000Z",
      "application": "/admin/applications/my%2Fshop%3F",
      "applications": "/admin/applications?enabled=yes",
      "event": "/admin/activity/12",
      "group": "/admin/groups/holders",
      "groups": "/admin/groups",
      "newApplication": "/admin/new-application",
      "newApplicationOf": "/admin/new-application?program=grafana",
      "newGroup": "/admin/new-group",
      "newResource": "/admin/new-resource",
      "overview": [
        "/admin",
        "/admin?days=90",
        "/admin?from=2026-01-01&to=2026-01-31",
      ],
      "people": [
        "/admin/people",
        "/admin/people?search=ada+lovelace&status=suspended",
      ],
      "person": "/admin/people/01k4x9q0e5m3h7t2v8b6n1c0da",
      "resource": "/admin/resources/01k4x9q0e5m3h7t2v8b6n1c0da",
      "resources": "/admin/resources",
      "sessions": "/admin/sessions?search=ada",
      "settings": "/admin/settings",
      "testLogin": "/admin/test-logins/01k4x9q0e5m3h7t2v8b6n1c0da",
      "tokens": "/admin/tokens",
    }
  `)
})

test('every admin path is served by exactly one page and is a valid return path after sign-in', () => {
  const forms = Object.keys(htmlFileByAdminPagePath).map((form) => new RegExp(`^${form.replaceAll(/:\w+/g, '[^/]+')}$`))
  const addresses = Object.values(allAdminPaths).flat()
  const pagesOf = addresses.map((address) => [
    address,
    forms.filter((form) => form.test(new URL(address, 'https://a.example').pathname)).length,
  ])
  expect(pagesOf).toEqual(addresses.map((address) => [address, 1]))
  const comeBackTo = addresses.map((address) =>
    parseReturnPath(new URL(frontEndPagePaths.signIn(address), 'https://a.example').search),
  )
  expect(comeBackTo).toEqual(
    addresses.map((address) => (address === allAdminPaths.application ? frontEndPagePaths.account : address)),
  )
})
