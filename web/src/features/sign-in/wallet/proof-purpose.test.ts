// What a wallet proof is for: which accounts do for a step-up and for a link, and what follows.
import { describe, expect, test } from 'vitest'
import { reduceWalletProof, startWalletProofMachine } from './wallet-proof-machine.ts'
import type { ProofPurpose } from './proof-purpose.ts'
import type { WalletProofPhaseName } from './wallet-proof-phases.ts'
import { getWalletProofTickTime } from './wallet-proof-state.ts'
import { getConnectedWallet } from './wallet-proof-phases.ts'
import {
  startTime,
  oneMinuteLater,
  chosenWallet,
  otherAddress,
  exampleChallenge,
  connectedWallet,
  examplePhases,
  exampleEvents,
  createStateIn,
  heldChallenge,
} from '../../../testing/test-wallet-proof-phases.ts'

describe('what the proof is for', () => {
  const known = connectedWallet.address.toUpperCase().replace('0X', '0x')
  const stepUp: ProofPurpose = { for: 'step-up', addresses: [known] }
  const link: ProofPurpose = { for: 'link', addresses: [known] }
  const connectedAs = (purpose: ProofPurpose, account: string) =>
    reduceWalletProof(
      createStateIn(examplePhases.connecting, { purpose, slot: heldChallenge }),
      { ...exampleEvents.connected, accounts: [account] },
      startTime,
    ).state.phase.at

  test('P5 confirming takes an address of the person, linking one that is not theirs yet, however it is spelled', () => {
    expect(connectedAs(stepUp, connectedWallet.address)).toBe('message-ready')
    expect(connectedAs(stepUp, otherAddress)).toBe('other-address')
    expect(connectedAs(link, connectedWallet.address)).toBe('other-address')
    expect(connectedAs(link, otherAddress)).toBe('message-ready')
    expect(connectedAs({ for: 'merge', addresses: [known] }, otherAddress)).toBe('other-address')
  })

  test('once the wallet is on another address it goes on by itself', () => {
    const state = createStateIn(
      { at: 'other-address', connected: { ...connectedWallet, address: otherAddress }, lookAt: oneMinuteLater },
      { purpose: stepUp, slot: heldChallenge },
    )
    expect(
      reduceWalletProof(
        state,
        { ...exampleEvents['accounts-changed'], accounts: [otherAddress.toLowerCase()] },
        startTime,
      ),
    ).toEqual({
      state,
      effects: [],
    })
    const { state: asked, effects } = reduceWalletProof(
      state,
      { ...exampleEvents['accounts-changed'], accounts: [connectedWallet.address.toLowerCase()] },
      startTime,
    )
    expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet: chosenWallet, method: 'eth_accounts' }])
    expect(reduceWalletProof(asked, { ...exampleEvents.connected, attempt: 8 }, startTime).state.phase.at).toBe(
      'message-ready',
    )
  })

  test.each<[ProofPurpose, string, WalletProofPhaseName]>([
    [link, 'linking, to an account that is not linked yet', 'signing'],
    [link, 'linking, after a no', 'signature-declined'],
    [{ for: 'step-up', addresses: [known, otherAddress] }, 'confirming, to another account that will do', 'signing'],
  ])('%j: a switch midway while %s goes on by itself, by a new message that is shown first', (purpose, _, at) => {
    const { state, effects } = reduceWalletProof(
      createStateIn(examplePhases[at], { purpose, slot: heldChallenge }),
      exampleEvents['accounts-changed'],
      startTime,
    )
    expect(state.phase).toMatchObject({ at: 'preparing', connected: { address: otherAddress } })
    expect(effects.map(({ type }) => type)).toEqual(['fetch-challenge'])
    const shown = reduceWalletProof(
      state,
      { ...exampleEvents['challenge-arrived'], request: state.requests },
      startTime,
    ).state
    expect(shown.phase).toMatchObject({
      at: 'message-ready',
      draft: { address: otherAddress },
      signAt: startTime + 450,
    })
    // The signature of the old message counts no longer.
    expect(reduceWalletProof(shown, exampleEvents.signed, startTime).state).toBe(shown)
    const asked = reduceWalletProof(shown, { type: 'tick' }, startTime + 450).effects
    expect(asked).toMatchObject([{ type: 'sign', draft: { address: otherAddress } }])
  })

  test('a wallet that goes back and forth by itself is followed to each account once, and then the person is asked', () => {
    const third = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
    let state = createStateIn(examplePhases.signing, { purpose: link, slot: heldChallenge })
    const walk = [otherAddress, third, otherAddress].map((address) => {
      state = reduceWalletProof(
        state,
        { ...exampleEvents['accounts-changed'], accounts: [address.toLowerCase()] },
        startTime,
      ).state
      return [state.phase.at, getConnectedWallet(state.phase)?.address]
    })
    expect(walk).toEqual([
      ['preparing', otherAddress],
      ['preparing', third],
      ['address-changed', otherAddress],
    ])
  })

  describe('a wallet of Bitcoin, which shares several addresses at once', () => {
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
    const accounts = [segwit, taproot]
    const bitcoin = { ...exampleChallenge, keyChains: { bip122: '000000000019d6689c085ae165831e93' } }
    const slot = { ...heldChallenge, challenge: bitcoin }
    const ready = (purpose: ProofPurpose) =>
      reduceWalletProof(
        createStateIn(examplePhases.connecting, { purpose, slot }),
        { ...exampleEvents.connected, accounts, chainId: 'bip122:mainnet' },
        startTime,
      ).state

    test.each<[ProofPurpose, string]>([
      [{ for: 'sign-in' }, segwit],
      [{ for: 'step-up', addresses: [taproot] }, taproot],
      [{ for: 'merge', addresses: [taproot] }, taproot],
      [{ for: 'link', addresses: [segwit] }, taproot],
    ])('is taken at the one that will do: %j', (purpose, address) => {
      expect(ready(purpose).phase).toMatchObject({ at: 'message-ready', draft: { address } })
    })

    test('saying again what it shares is no switch', () => {
      const state = ready({ for: 'step-up', addresses: [taproot] })
      expect(reduceWalletProof(state, { ...exampleEvents['accounts-changed'], accounts }, startTime)).toEqual({
        state,
        effects: [],
      })
    })

    test('goes on by itself once it shares one that will do as well', () => {
      const purpose: ProofPurpose = { for: 'step-up', addresses: [taproot] }
      const on = { wallet: chosenWallet, address: segwit, chainId: 'bip122:mainnet' }
      const state = createStateIn({ at: 'other-address', connected: on, lookAt: oneMinuteLater }, { purpose, slot })
      expect(
        reduceWalletProof(state, { ...exampleEvents['accounts-changed'], accounts: [segwit] }, startTime).effects,
      ).toEqual([])
      expect(
        reduceWalletProof(state, { ...exampleEvents['accounts-changed'], accounts }, startTime).effects,
      ).toMatchObject([{ type: 'connect', method: 'eth_accounts' }])
    })
  })

  test('S16 a wallet on a test network is told which one this site takes, and is looked at again', () => {
    const reference = '000000000019d6689c085ae165831e93'
    const slot = { ...heldChallenge, challenge: { ...exampleChallenge, keyChains: { bip122: reference } } }
    const accounts = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
    const { state } = reduceWalletProof(
      createStateIn(examplePhases.connecting, { slot }),
      { ...exampleEvents.connected, accounts, chainId: 'bip122:testnet' },
      startTime,
    )
    expect(state.phase).toMatchObject({
      at: 'refused',
      code: 'wallet.other_network',
      connected: { chainId: 'bip122:testnet' },
      chainOfSite: reference,
    })
    const again = reduceWalletProof(state, { type: 'proceed' }, startTime)
    expect(again.state.phase.at).toBe('connecting')
    expect(again.effects).toMatchObject([{ type: 'connect', wallet: chosenWallet }])
  })

  test('a switch to an address that will not do is not offered', () => {
    const { state } = reduceWalletProof(
      createStateIn(examplePhases.signing, { purpose: stepUp }),
      exampleEvents['accounts-changed'],
      startTime,
    )
    expect(state.phase).toMatchObject({ at: 'other-address', connected: { address: otherAddress } })
    const turnedDown = reduceWalletProof(
      createStateIn(examplePhases.checking, { purpose: stepUp }),
      { ...exampleEvents.rejected, account: otherAddress.toLowerCase() },
      startTime,
    )
    expect(turnedDown.state.phase.at).toBe('other-address')
  })

  test.each(['step_up.different_person', 'wallet.already_linked'])(
    'the server says %s of an address that this page took for a fitting one',
    (code) => {
      const { state } = reduceWalletProof(
        createStateIn(examplePhases.checking, { purpose: stepUp }),
        { ...exampleEvents.rejected, problem: { code } },
        startTime,
      )
      expect(state.phase).toMatchObject({ at: 'other-address', connected: connectedWallet })
    },
  )

  test('who is signed in already is not asked about, and what waits for the proof goes on at once, and once', () => {
    expect(
      startWalletProofMachine(startTime, stepUp, { isVisible: true, isOnline: true }).effects.map(({ type }) => type),
    ).toEqual(['fetch-challenge'])
    const { state, effects } = reduceWalletProof(
      createStateIn(examplePhases.checking, { purpose: stepUp }),
      { ...exampleEvents.verified, answer: { name: null, next: '' } },
      startTime,
    )
    expect(effects.map(({ type }) => type)).toEqual(['remember-wallet', 'leave'])
    expect(getWalletProofTickTime(state)).toBeNull()
    expect(reduceWalletProof(state, exampleEvents.proceed, startTime).effects).toEqual([])
  })
})
