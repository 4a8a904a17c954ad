// HTTP for the name that programs call a person by. Every question whether a name is free counts, whatever comes of it: what is taken can
// be found out no faster than that, and whose it is not at all (enumeration, THREATS P8, P11).
import type { CallAnswer } from '@countersign/api/calls'
import { isUserName } from '@countersign/api/user-names'
import type { FastifyRequest } from 'fastify'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { signedInCaller } from '../../auth/session-guard/caller.ts'
import { requireConfirmed, requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { readPersonShown } from '../../store/people/store.ts'
import { changeUserName, chooseUserName, isFree } from '../../store/usernames/choose.ts'
import type { World } from '../../store/usernames/choose.ts'
import { createNameHash } from '../../store/usernames/look-alike.ts'
import { nameOfText, nameOfWallet, nameOfWords, withDigits } from '../../store/usernames/propose.ts'
import { findUserName, listUserNames } from '../../store/usernames/store.ts'

type Shown = CallAnswer<'readUserNames'>

/** How often a proposal that is taken is varied. */
const variations = 4

export function registerUserNames(app: App, { serverKey }: { serverKey: Buffer }): void {
  const { queries } = app.database
  const world: World = {
    queries,
    random: app.random,
    hash: createNameHash(serverKey),
    limits: app.settings.limits,
  }

  async function count(request: FastifyRequest, { person }: SignedIn): Promise<void> {
    const caller = signedInCaller(request)
    await app.rateLimits.enter('userNames', caller)
    await app.rateLimits.share('userNames', caller, { budget: 'userNamesOfPerson', key: person.id })
  }

  registerCall(app, 'readUserNames', async ({ request }) => {
    const signedIn = await requireSession(app, request)
    // A proposal is made of what somebody calls themselves, and so tells whether that is taken.
    if ((await findUserName(queries, signedIn.person.id)) === null) await count(request, signedIn)
    return show(app, world, signedIn)
  })

  registerCall(app, 'checkUserName', async ({ body, request }) => {
    const signedIn = await requireSession(app, request)
    if (!isUserName(body.name)) return { verdict: 'unusable' }
    await count(request, signedIn)
    return { verdict: (await isFree(world, signedIn.person.id, body.name, app.clock())) ? 'free' : 'taken' }
  })

  registerCall(app, 'chooseUserName', async ({ body, request }) => {
    const signedIn = await requireSession(app, request)
    await count(request, signedIn)
    await chooseUserName(world, body.name, signedIn, app.clock())
    return show(app, world, signedIn)
  })

  registerCall(app, 'changeUserName', async ({ body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    await count(request, signedIn)
    await changeUserName(world, body.name, signedIn, app.clock())
    return show(app, world, signedIn)
  })
}

async function show(app: App, world: World, { person }: SignedIn): Promise<Shown> {
  const names = await listUserNames(world.queries, [person.id])
  return {
    name: names.find(({ is_current }) => is_current === 1)?.name ?? null,
    former: names.filter(({ is_current }) => is_current === 0).map(({ name }) => name),
    left: Math.max(0, world.limits.userNamesPerPerson - names.length),
    proposals: names.some(({ is_current }) => is_current === 1) ? [] : await propose(app, world, person),
  }
}

/** One of each kind that there is, each free at this moment. */
async function propose(app: App, world: World, person: SignedIn['person']): Promise<Shown['proposals']> {
  const { displayName, walletName } = await readPersonShown(world.queries, person)
  const fromName = displayName === null ? null : nameOfText(displayName)
  const fromWallet = walletName === null ? null : nameOfWallet(walletName)
  const seeds: { from: Shown['proposals'][number]['from']; make: (turn: number) => string | null }[] = [
    { from: 'display-name', make: varied(fromName, app) },
    { from: 'words', make: () => nameOfWords(app.random) },
    { from: 'wallet-name', make: varied(fromWallet, app) },
  ]
  const proposals: Shown['proposals'] = []
  for (const { from, make } of seeds) {
    for (let turn = 0; turn < variations; turn++) {
      const name = make(turn)
      if (name === null || !(await isFree(world, person.id, name, app.clock()))) continue
      proposals.push({ name, from })
      break
    }
  }
  return proposals
}

const varied =
  (name: string | null, { random }: App) =>
  (turn: number): string | null =>
    name === null || turn === 0 ? name : withDigits(name, random)
