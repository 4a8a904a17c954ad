// The signed-in person's menu (ARIA Authoring Practices Guide, menu button pattern).
import { useId, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactElement } from 'react'
import { shortenAddress } from '../core/read-user.ts'
import { useCountersignContext } from './countersign-provider.tsx'

/**
 * Properties of {@link UserButton}: those of a button, and what signing out ends.
 * @example
 * ```ts
 * import type { UserButtonProps } from '@countersign/react'
 *
 * const properties: UserButtonProps = { everywhere: true }
 * properties.everywhere // => true
 * ```
 */
export interface UserButtonProps extends ComponentPropsWithoutRef<'button'> {
  /** Signing out also ends the session at the sign-in server. */
  readonly everywhere?: boolean
}

/**
 * A button with the person's name or wallet. Its menu has the account page and signing out. It
 * shows nothing while no one is signed in.
 * @example
 * ```tsx
 * import { CountersignProvider, UserButton } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <UserButton />
 *   </CountersignProvider>
 * )
 * renderToString(app) // => ''
 * ```
 */
export function UserButton({ everywhere = false, ...others }: UserButtonProps): ReactElement | null {
  const { client, snapshot, issuer, texts } = useCountersignContext()
  const [isOpen, setIsOpen] = useState(false)
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { user } = snapshot

  if (user === null) return null
  const wallet = user.wallet === null ? null : shortenAddress(user.wallet.address)
  const name = user.name ?? wallet ?? user.sub
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      setIsOpen(false)
      button.current?.focus()
    } else if (moveFocus(event.currentTarget, event.key)) event.preventDefault()
  }

  return (
    <div
      data-part="countersign-user"
      // Safari focuses this element instead of a clicked button, so that the menu stays open.
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        type="button"
        data-part="countersign-user-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={texts.userMenu.replace('{name}', () => name)}
        {...others}
        ref={button}
        onClick={(event) => {
          others.onClick?.(event)
          setIsOpen(!isOpen)
        }}
        onKeyDown={(event) => {
          others.onKeyDown?.(event)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {others.children ?? name}
      </button>
      {isOpen && (
        <div ref={alignAndFocus} data-part="countersign-user-menu">
          <p data-part="countersign-user-name">{name}</p>
          {user.name !== null && wallet !== null && <p data-part="countersign-user-wallet">{wallet}</p>}
          <div id={menuId} role="menu" tabIndex={-1} aria-label={name} onKeyDown={onKeyDown}>
            <a role="menuitem" tabIndex={-1} data-part="countersign-user-item" href={`${issuer}/account`}>
              {texts.account}
            </a>
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-part="countersign-user-item"
              onClick={() => {
                setIsOpen(false)
                void client.signOut({ everywhere })
              }}
            >
              {texts.signOut}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

/** A stable function, so that React calls it once when the menu opens. */
function alignAndFocus(menu: HTMLElement | null): void {
  if (menu === null) return
  const { left, right } = menu.getBoundingClientRect()
  if (left < 0 || right > document.documentElement.clientWidth) menu.dataset['align'] = 'end'
  // Last, because the focus scrolls to a menu that is outside of the window.
  menu.querySelector('a')?.focus()
}

/** @returns whether the key moves the focus */
function moveFocus(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const index = items.findIndex((item) => item === document.activeElement)
  const targets: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }
  const target = targets[key]
  if (target === undefined) return false
  items.at(target % items.length)?.focus()
  return true
}
