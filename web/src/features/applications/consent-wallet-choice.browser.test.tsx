import type { ApiApplicationWalletChoices } from '@countersign/api/api-endpoints'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LanguageProvider } from '../../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../../i18n/browser-language-negotiation.ts'
import { ConsentItems } from './ConsentItems.tsx'
import { ConsentWalletChoice } from './ConsentWalletChoice.tsx'
import { getInitialWithheldScopes, toggleWithheldScope } from './toggle-withheld-consent-scopes.ts'
import '../../app/public.css'

const files = ['common', 'consent'] as const

type OfferedWallet = ApiApplicationWalletChoices['wallets'][number]

const createWallet = (id: string, address: string, label: string | null) =>
  ({ id, namespace: 'eip155', kind: 'key', address, chain: null, name: null, label }) as OfferedWallet

const savings = createWallet('w1', '0x1111111111111111111111111111111111111111', 'Savings')
const unnamed = createWallet('w2', '0x2222222222222222222222222222222222222222', null)
const items = (['openid', 'profile', 'wallet', 'proof'] as const).map((scope) => ({
  scope,
  required: scope === 'openid',
  withheld: false,
  sameElsewhere: false,
}))

function ItemsWithWalletChoice({ wallets }: { wallets: OfferedWallet[] }) {
  const offer = { wallets, chosen: wallets[0]?.id ?? null, known: null, paused: null, signedInWith: null }
  const [chosen, setChosen] = useState<string | null>(offer.chosen)
  const [withheld, setWithheld] = useState(() => getInitialWithheldScopes(items))
  return (
    <ConsentItems
      application="Wiki"
      items={items}
      resources={[]}
      withheld={withheld}
      walletChoice={
        <ConsentWalletChoice
          application="Wiki"
          offer={offer}
          chosen={chosen}
          isProofShared={false}
          onChoose={setChosen}
        />
      }
      onToggle={(scope) => setWithheld(toggleWithheldScope(items, withheld, scope))}
    />
  )
}

const renderChoice = async (wallets: OfferedWallet[]) =>
  render(
    <LanguageProvider language="en" messages={await loadTranslations('en', files)} files={files}>
      <ItemsWithWalletChoice wallets={wallets} />
    </LanguageProvider>,
  )

const walletItem = () => page.getByRole('listitem').filter({ hasText: /^Your wallet address/ })

test('the wallets are offered in the item that shares the address', async () => {
  await renderChoice([savings, unnamed])
  const radios = walletItem().getByRole('group', { name: 'Which wallet do you want to share with Wiki?' })
  await expect.element(radios.getByRole('radio', { name: 'Savings 0x1111…1111' })).toBeChecked()
  await radios.getByRole('radio', { name: '0x2222…2222' }).click()
  await expect.element(radios.getByRole('radio', { name: '0x2222…2222' })).toBeChecked()
})

test('a single wallet is shown once, with its full address', async () => {
  await renderChoice([savings])
  await expect.element(walletItem().getByText('Savings')).toBeVisible()
  const text = walletItem().element().textContent
  expect(text).toContain(savings.address)
  expect(text).not.toContain('…')
})

test('without an acceptable wallet, the item says so and links to the wallets', async () => {
  await renderChoice([])
  await expect
    .element(walletItem().getByText('You have no wallet that Wiki accepts. Until you link one, it gets no address.'))
    .toBeVisible()
  await expect
    .element(walletItem().getByRole('link', { name: 'Link a wallet' }))
    .toHaveAttribute('href', '/account/wallets')
  await expect.element(page.getByRole('checkbox', { name: 'Your wallet address' })).toBeChecked()
})
