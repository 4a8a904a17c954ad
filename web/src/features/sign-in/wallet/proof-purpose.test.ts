// What a wallet proof is for: which accounts do for a step-up and for a link, and what follows.
import { describe, expect, test } from 'vitest'
import { reduceWalletProof, startWalletProofMachine } from './wallet-proof-machine.ts'
import type { ProofPurpose } from './proof-purpose.ts'
import type { WalletProofPhaseName } from './wallet-proof-phases.ts'
import { getNextTickTime } from './wallet-proof-state.ts'
import { getConnectedWallet } from './wallet-proof-phases.ts'
import {
  now,
  later,
  wallet,
  otherAddress,
  challenge,
  connected,
  phases,
  events,
  stateIn,
  held,
} from '../../../testing/test-wallet-proof-phases.ts'

describe('what the proof is for', () => {
  const known = connected.address.toUpperCase().replace('0X', '0x')
  const stepUp: ProofPurpose = { for: 'step-up', addresses: [known] }
  const link: ProofPurpose = { for: 'link', addresses: [known] }
  const connectedAs = (purpose: ProofPurpose, account: string) =>
    reduceWalletProof(
      stateIn(phases.connecting, { purpose, slot: held }),
      { ...events.connected, accounts: [account] },
      now,
    ).state.phase.at

  test('P5 confirming takes an address of the person, linking one that is not theirs yet, however it is spelled', () => {
    expect(connectedAs(stepUp, connected.address)).toBe('message-ready')
    expect(connectedAs(stepUp, otherAddress)).toBe('other-address')
    expect(connectedAs(link, connected.address)).toBe('other-address')
    expect(connectedAs(link, otherAddress)).toBe('message-ready')
    expect(connectedAs({ for: 'merge', addresses: [known] }, otherAddress)).toBe('other-address')
  })

  test('once the wallet is on another address it goes on by itself', () => {
    const state = stateIn(
      { at: 'other-address', connected: { ...connected, address: otherAddress }, lookAt: later },
      { purpose: stepUp, slot: held },
    )
    expect(
      reduceWalletProof(state, { ...events['accounts-changed'], accounts: [otherAddress.toLowerCase()] }, now),
    ).toEqual({
      state,
      effects: [],
    })
    const { state: asked, effects } = reduceWalletProof(
      state,
      { ...events['accounts-changed'], accounts: [connected.address.toLowerCase()] },
      now,
    )
    expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet, method: 'eth_accounts' }])
    expect(reduceWalletProof(asked, { ...events.connected, attempt: 8 }, now).state.phase.at).toBe('message-ready')
  })

  test.each<[ProofPurpose, string, WalletProofPhaseName]>([
    [link, 'linking, to an account that is not linked yet', 'signing'],
    [link, 'linking, after a no', 'signature-declined'],
    [{ for: 'step-up', addresses: [known, otherAddress] }, 'confirming, to another account that will do', 'signing'],
  ])('%j: a switch midway while %s goes on by itself, by a new message that is shown first', (purpose, _, at) => {
    const { state, effects } = reduceWalletProof(
      stateIn(phases[at], { purpose, slot: held }),
      events['accounts-changed'],
      now,
    )
    expect(state.phase).toMatchObject({ at: 'preparing', connected: { address: otherAddress } })
    expect(effects.map(({ type }) => type)).toEqual(['fetch-challenge'])
    const shown = reduceWalletProof(state, { ...events['challenge-arrived'], request: state.requests }, now).state
    expect(shown.phase).toMatchObject({ at: 'message-ready', draft: { address: otherAddress }, signAt: now + 450 })
    // The signature of the old message counts no longer.
    expect(reduceWalletProof(shown, events.signed, now).state).toBe(shown)
    const asked = reduceWalletProof(shown, { type: 'tick' }, now + 450).effects
    expect(asked).toMatchObject([{ type: 'sign', draft: { address: otherAddress } }])
  })

  test('a wallet that goes back and forth by itself is followed to each account once, and then the person is asked', () => {
    const third = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
    let state = stateIn(phases.signing, { purpose: link, slot: held })
    const walk = [otherAddress, third, otherAddress].map((address) => {
      state = reduceWalletProof(state, { ...events['accounts-changed'], accounts: [address.toLowerCase()] }, now).state
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
    const bitcoin = { ...challenge, keyChains: { bip122: '000000000019d6689c085ae165831e93' } }
    const slot = { ...held, challenge: bitcoin }
    const ready = (purpose: ProofPurpose) =>
      reduceWalletProof(
        stateIn(phases.connecting, { purpose, slot }),
        { ...events.connected, accounts, chainId: 'bip122:mainnet' },
        now,
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
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts }, now)).toEqual({ state, effects: [] })
    })

    test('goes on by itself once it shares one that will do as well', () => {
      const purpose: ProofPurpose = { for: 'step-up', addresses: [taproot] }
      const on = { wallet, address: segwit, chainId: 'bip122:mainnet' }
      const state = stateIn({ at: 'other-address', connected: on, lookAt: later }, { purpose, slot })
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts: [segwit] }, now).effects).toEqual([])
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts }, now).effects).toMatchObject([
        { type: 'connect', method: 'eth_accounts' },
      ])
    })
  })

  test('S16 a wallet on a test network is told which one this site takes, and is looked at again', () => {
    const reference = '000000000019d6689c085ae165831e93'
    const slot = { ...held, challenge: { ...challenge, keyChains: { bip122: reference } } }
    const accounts = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
    const { state } = reduceWalletProof(
      stateIn(phases.connecting, { slot }),
      { ...events.connected, accounts, chainId: 'bip122:testnet' },
      now,
    )
    expect(state.phase).toMatchObject({
      at: 'refused',
      code: 'wallet.other_network',
      connected: { chainId: 'bip122:testnet' },
      chainOfSite: reference,
    })
    const again = reduceWalletProof(state, { type: 'proceed' }, now)
    expect(again.state.phase.at).toBe('connecting')
    expect(again.effects).toMatchObject([{ type: 'connect', wallet }])
  })

  test('a switch to an address that will not do is not offered', () => {
    const { state } = reduceWalletProof(stateIn(phases.signing, { purpose: stepUp }), events['accounts-changed'], now)
    expect(state.phase).toMatchObject({ at: 'other-address', connected: { address: otherAddress } })
    const turnedDown = reduceWalletProof(
      stateIn(phases.checking, { purpose: stepUp }),
      { ...events.rejected, account: otherAddress.toLowerCase() },
      now,
    )
    expect(turnedDown.state.phase.at).toBe('other-address')
  })

  test.each(['step_up.different_person', 'wallet.already_linked'])(
    'the server says %s of an address that this page took for a fitting one',
    (code) => {
      const { state } = reduceWalletProof(
        stateIn(phases.checking, { purpose: stepUp }),
        { ...events.rejected, problem: { code } },
        now,
      )
      expect(state.phase).toMatchObject({ at: 'other-address', connected })
    },
  )

  test('who is signed in already is not asked about, and what waits for the proof goes on at once, and once', () => {
    expect(
      startWalletProofMachine(now, stepUp, { isVisible: true, isOnline: true }).effects.map(({ type }) => type),
    ).toEqual(['fetch-challenge'])
    const { state, effects } = reduceWalletProof(
      stateIn(phases.checking, { purpose: stepUp }),
      { ...events.verified, answer: { name: null, next: '' } },
      now,
    )
    expect(effects.map(({ type }) => type)).toEqual(['remember-wallet', 'leave'])
    expect(getNextTickTime(state)).toBeNull()
    expect(reduceWalletProof(state, events.proceed, now).effects).toEqual([])
  })
})
