// Tests which addresses are accepted for step-up and linking.
import { describe, expect, test } from 'vitest'
import { reduceWalletProof, getInitialWalletProofStep } from './wallet-proof-state-machine.ts'
import type { WalletProofPurpose } from './wallet-proof-purpose.ts'
import type { WalletProofPhaseName } from './wallet-proof-phases.ts'
import { getNextWalletProofTimerTime } from './wallet-proof-state.ts'
import { getConnectedWalletOfProof } from './wallet-proof-phases.ts'
import {
  walletProofStartTimeFixture,
  oneMinuteAfterProofStartFixture,
  chosenWalletFixture,
  otherWalletAddressFixture,
  exampleWalletChallenge,
  connectedWalletFixture,
  exampleWalletProofPhases,
  exampleWalletProofEvents,
  createWalletProofStateFixture,
  prefetchedChallengeFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

describe('addresses accepted for a proof purpose', () => {
  const known = connectedWalletFixture.address.toUpperCase().replace('0X', '0x')
  const stepUp: WalletProofPurpose = { for: 'step-up', addresses: [known] }
  const link: WalletProofPurpose = { for: 'link', addresses: [known] }
  const connectedAs = (purpose: WalletProofPurpose, account: string) =>
    reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.connecting, { purpose, slot: prefetchedChallengeFixture }),
      { ...exampleWalletProofEvents.connected, accounts: [account] },
      walletProofStartTimeFixture,
    ).state.phase.at

  test('P5: a step-up requires a linked address, and linking requires an unlinked one, in any letter case', () => {
    expect(connectedAs(stepUp, connectedWalletFixture.address)).toBe('message-ready')
    expect(connectedAs(stepUp, otherWalletAddressFixture)).toBe('other-address')
    expect(connectedAs(link, connectedWalletFixture.address)).toBe('other-address')
    expect(connectedAs(link, otherWalletAddressFixture)).toBe('message-ready')
    expect(connectedAs({ for: 'merge', addresses: [known] }, otherWalletAddressFixture)).toBe('other-address')
  })

  test('the proof continues automatically once the wallet switches to an accepted address', () => {
    const state = createWalletProofStateFixture(
      {
        at: 'other-address',
        connected: { ...connectedWalletFixture, address: otherWalletAddressFixture },
        lookAt: oneMinuteAfterProofStartFixture,
      },
      { purpose: stepUp, slot: prefetchedChallengeFixture },
    )
    expect(
      reduceWalletProof(
        state,
        { ...exampleWalletProofEvents['accounts-changed'], accounts: [otherWalletAddressFixture.toLowerCase()] },
        walletProofStartTimeFixture,
      ),
    ).toEqual({
      state,
      effects: [],
    })
    const { state: asked, effects } = reduceWalletProof(
      state,
      { ...exampleWalletProofEvents['accounts-changed'], accounts: [connectedWalletFixture.address.toLowerCase()] },
      walletProofStartTimeFixture,
    )
    expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet: chosenWalletFixture, method: 'eth_accounts' }])
    expect(
      reduceWalletProof(asked, { ...exampleWalletProofEvents.connected, attempt: 8 }, walletProofStartTimeFixture).state
        .phase.at,
    ).toBe('message-ready')
  })

  test.each<[WalletProofPurpose, string, WalletProofPhaseName]>([
    [link, 'linking (to an unlinked account)', 'signing'],
    [link, 'linking (after declining to sign)', 'signature-declined'],
    [
      { for: 'step-up', addresses: [known, otherWalletAddressFixture] },
      'confirming (to another accepted account)',
      'signing',
    ],
  ])('%j: an account switch while %s continues automatically with a new message, shown first', (purpose, _, at) => {
    const { state, effects } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases[at], { purpose, slot: prefetchedChallengeFixture }),
      exampleWalletProofEvents['accounts-changed'],
      walletProofStartTimeFixture,
    )
    expect(state.phase).toMatchObject({ at: 'preparing', connected: { address: otherWalletAddressFixture } })
    expect(effects.map(({ type }) => type)).toEqual(['fetch-challenge'])
    const shown = reduceWalletProof(
      state,
      { ...exampleWalletProofEvents['challenge-arrived'], request: state.requests },
      walletProofStartTimeFixture,
    ).state
    expect(shown.phase).toMatchObject({
      at: 'message-ready',
      draft: { address: otherWalletAddressFixture },
      signAt: walletProofStartTimeFixture + 450,
    })
    expect(reduceWalletProof(shown, exampleWalletProofEvents.signed, walletProofStartTimeFixture).state).toBe(shown)
    const asked = reduceWalletProof(shown, { type: 'tick' }, walletProofStartTimeFixture + 450).effects
    expect(asked).toMatchObject([{ type: 'sign', draft: { address: otherWalletAddressFixture } }])
  })

  test('follows repeated account switches once per account, then asks the person', () => {
    const third = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
    let state = createWalletProofStateFixture(exampleWalletProofPhases.signing, {
      purpose: link,
      slot: prefetchedChallengeFixture,
    })
    const walk = [otherWalletAddressFixture, third, otherWalletAddressFixture].map((address) => {
      state = reduceWalletProof(
        state,
        { ...exampleWalletProofEvents['accounts-changed'], accounts: [address.toLowerCase()] },
        walletProofStartTimeFixture,
      ).state
      return [state.phase.at, getConnectedWalletOfProof(state.phase)?.address]
    })
    expect(walk).toEqual([
      ['preparing', otherWalletAddressFixture],
      ['preparing', third],
      ['address-changed', otherWalletAddressFixture],
    ])
  })

  describe('Bitcoin wallet that shares several addresses', () => {
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
    const accounts = [segwit, taproot]
    const bitcoin = { ...exampleWalletChallenge, keyChains: { bip122: '000000000019d6689c085ae165831e93' } }
    const slot = { ...prefetchedChallengeFixture, challenge: bitcoin }
    const ready = (purpose: WalletProofPurpose) =>
      reduceWalletProof(
        createWalletProofStateFixture(exampleWalletProofPhases.connecting, { purpose, slot }),
        { ...exampleWalletProofEvents.connected, accounts, chainId: 'bip122:mainnet' },
        walletProofStartTimeFixture,
      ).state

    test.each<[WalletProofPurpose, string]>([
      [{ for: 'sign-in' }, segwit],
      [{ for: 'step-up', addresses: [taproot] }, taproot],
      [{ for: 'merge', addresses: [taproot] }, taproot],
      [{ for: 'link', addresses: [segwit] }, taproot],
    ])('uses the accepted address: %j', (purpose, address) => {
      expect(ready(purpose).phase).toMatchObject({ at: 'message-ready', draft: { address } })
    })

    test('reporting the same addresses again is not a switch', () => {
      const state = ready({ for: 'step-up', addresses: [taproot] })
      expect(
        reduceWalletProof(
          state,
          { ...exampleWalletProofEvents['accounts-changed'], accounts },
          walletProofStartTimeFixture,
        ),
      ).toEqual({
        state,
        effects: [],
      })
    })

    test('lets the proof continue automatically once it also shares an accepted address', () => {
      const purpose: WalletProofPurpose = { for: 'step-up', addresses: [taproot] }
      const on = { wallet: chosenWalletFixture, address: segwit, chainId: 'bip122:mainnet' }
      const state = createWalletProofStateFixture(
        { at: 'other-address', connected: on, lookAt: oneMinuteAfterProofStartFixture },
        { purpose, slot },
      )
      expect(
        reduceWalletProof(
          state,
          { ...exampleWalletProofEvents['accounts-changed'], accounts: [segwit] },
          walletProofStartTimeFixture,
        ).effects,
      ).toEqual([])
      expect(
        reduceWalletProof(
          state,
          { ...exampleWalletProofEvents['accounts-changed'], accounts },
          walletProofStartTimeFixture,
        ).effects,
      ).toMatchObject([{ type: 'connect', method: 'eth_accounts' }])
    })
  })

  test('S16: refuses a wallet on a test network, names the network of the site, and can retry', () => {
    const reference = '000000000019d6689c085ae165831e93'
    const slot = {
      ...prefetchedChallengeFixture,
      challenge: { ...exampleWalletChallenge, keyChains: { bip122: reference } },
    }
    const accounts = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
    const { state } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.connecting, { slot }),
      { ...exampleWalletProofEvents.connected, accounts, chainId: 'bip122:testnet' },
      walletProofStartTimeFixture,
    )
    expect(state.phase).toMatchObject({
      at: 'refused',
      code: 'wallet.other_network',
      connected: { chainId: 'bip122:testnet' },
      chainOfSite: reference,
    })
    const again = reduceWalletProof(state, { type: 'proceed' }, walletProofStartTimeFixture)
    expect(again.state.phase.at).toBe('connecting')
    expect(again.effects).toMatchObject([{ type: 'connect', wallet: chosenWalletFixture }])
  })

  test('does not offer to continue with an address that is not accepted', () => {
    const { state } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.signing, { purpose: stepUp }),
      exampleWalletProofEvents['accounts-changed'],
      walletProofStartTimeFixture,
    )
    expect(state.phase).toMatchObject({ at: 'other-address', connected: { address: otherWalletAddressFixture } })
    const turnedDown = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.checking, { purpose: stepUp }),
      { ...exampleWalletProofEvents.rejected, account: otherWalletAddressFixture.toLowerCase() },
      walletProofStartTimeFixture,
    )
    expect(turnedDown.state.phase.at).toBe('other-address')
  })

  test.each(['step_up.different_person', 'wallet.already_linked'])(
    'treats the address as not accepted when the server responds %s',
    (code) => {
      const { state } = reduceWalletProof(
        createWalletProofStateFixture(exampleWalletProofPhases.checking, { purpose: stepUp }),
        { ...exampleWalletProofEvents.rejected, problem: { code } },
        walletProofStartTimeFixture,
      )
      expect(state.phase).toMatchObject({ at: 'other-address', connected: connectedWalletFixture })
    },
  )

  test('a step-up skips the session check and continues once, immediately after the proof', () => {
    expect(
      getInitialWalletProofStep(walletProofStartTimeFixture, stepUp, { isVisible: true, isOnline: true }).effects.map(
        ({ type }) => type,
      ),
    ).toEqual(['fetch-challenge'])
    const { state, effects } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.checking, { purpose: stepUp }),
      { ...exampleWalletProofEvents.verified, answer: { name: null, next: '' } },
      walletProofStartTimeFixture,
    )
    expect(effects.map(({ type }) => type)).toEqual(['remember-wallet', 'leave'])
    expect(getNextWalletProofTimerTime(state)).toBeNull()
    expect(reduceWalletProof(state, exampleWalletProofEvents.proceed, walletProofStartTimeFixture).effects).toEqual([])
  })
})
