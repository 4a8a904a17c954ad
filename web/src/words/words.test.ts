import { errors } from '@countersign/api/errors'
import { describe, expect, test } from 'vitest'
import { account } from './chapters/account.ts'
import { activity } from './chapters/activity.ts'
import { admin } from './chapters/admin.ts'
import { adminActivity } from './chapters/admin-activity.ts'
import { adminApplications } from './chapters/admin-applications.ts'
import { adminGroups } from './chapters/admin-groups.ts'
import { adminPeople } from './chapters/admin-people.ts'
import { adminReasons } from './chapters/admin-reasons.ts'
import { adminSettings } from './chapters/admin-settings.ts'
import { adminTokens } from './chapters/admin-tokens.ts'
import { adminTries } from './chapters/admin-tries.ts'
import { adminErrors } from './chapters/admin-errors.ts'
import { adminOverview } from './chapters/admin-overview.ts'
import { applications } from './chapters/applications.ts'
import { entrance } from './chapters/entrance.ts'
import { furtherErrors } from './chapters/further-errors.ts'
import { faultGuides, inspector, messageFaults } from './chapters/inspector.ts'
import { interaction } from './chapters/interaction.ts'
import { lost } from './chapters/lost.ts'
import { myData } from './chapters/my-data.ts'
import { noWallet } from './chapters/no-wallet.ts'
import { demand } from './chapters/demand.ts'
import { notAllowed } from './chapters/not-allowed.ts'
import { passkeySignIn } from './chapters/passkey-sign-in.ts'
import { passkeys } from './chapters/passkeys.ts'
import { person } from './chapters/person.ts'
import { proving } from './chapters/proving.ts'
import { scopes } from './chapters/scopes.ts'
import { setup } from './chapters/setup.ts'
import { stepUp } from './chapters/step-up.ts'
import { wallets } from './chapters/wallets.ts'
import { languages, loadWords } from './language.ts'
import type { Language } from './language.ts'
import { loadMessageFaults, messageFaultWords } from './message-faults.ts'

const spoken = {
  en: await everythingIn('en'),
  de: await everythingIn('de'),
}
/** What a browser can run into without the server. */
const clientCodes = ['network.cancelled', 'network.offline', 'network.unreachable']

test('every language is checked here', () => {
  expect(Object.keys(spoken)).toEqual(languages)
})

test('only a fault that there is has words of its own', () => {
  const { messageFaults } = spoken.en
  expect(messageFaultWords(messageFaults, 'message.nonce_short')).toEqual(messageFaults['message.nonce_short'])
  expect([messageFaultWords(messageFaults, 'message.'), messageFaultWords(messageFaults, 'toString')]).toEqual([
    null,
    null,
  ])
})

describe.each(Object.entries(spoken))('in %s', (_, words) => {
  test('every code of the catalogue has words, and nothing else has', () => {
    const codes = [...Object.keys(words.errors), ...Object.keys(words.messageFaults)]
    expect(codes.sort()).toEqual([...Object.keys(errors), ...clientCodes].sort())
  })

  test('no sentence is empty, or has a space too many', () => {
    const careless = sentencesOf(words).filter(([, text]) => text.trim() !== text || text === '' || text.includes('  '))
    expect(careless).toEqual([])
  })
})

test('both languages say the same things', () => {
  const names = (words: object) => sentencesOf(words).map(([name]) => name)
  expect(names(spoken.de)).toEqual(names(spoken.en))
})

test('German is not left in English', () => {
  const english = new Map(sentencesOf(spoken.en))
  const same = sentencesOf(spoken.de).filter(([name, text]) => text.includes(' ') && english.get(name) === text)
  expect(same).toEqual([])
})

async function everythingIn(language: Language) {
  const { words, chapters } = await loadWords(language, [
    account,
    admin,
    adminErrors,
    adminOverview,
    adminActivity,
    adminApplications,
    adminGroups,
    adminPeople,
    adminReasons,
    adminSettings,
    adminTokens,
    adminTries,
    setup,
    myData,
    lost,
    activity,
    demand,
    person,
    applications,
    entrance,
    faultGuides,
    furtherErrors,
    inspector,
    interaction,
    messageFaults,
    noWallet,
    notAllowed,
    passkeySignIn,
    passkeys,
    proving,
    scopes,
    stepUp,
    wallets,
  ])
  return { ...words, ...chapters, messageFaults: await loadMessageFaults(language) }
}

/** Every sentence with the path that it stands at; a sentence with gaps stands as ƒ. */
function sentencesOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [[here, value]]
    if (typeof value === 'function') return [[here, 'ƒ']]
    return sentencesOf(value as object, here)
  })
}
