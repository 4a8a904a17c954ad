import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectPageText, assertSignedOut } from '../integration-test-assertions.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const application = `import streamlit as st

if not st.user.is_logged_in:
    st.button("Sign in", on_click=st.login)
    st.stop()
st.write(f"Hello {st.user.get('preferred_username') or st.user.sub}")
if "staff" not in st.user.get("groups", []):
    st.write("Only for staff")
    st.stop()
st.write("Groups: " + " ".join(st.user.groups))
st.button("Sign out", on_click=st.logout)
`

export const streamlitTest: IntegrationTest = {
  id: 'streamlit',
  registry: 'PyPI',
  install: async (folder) => {
    await installPythonPackages(folder, 'streamlit==1.67.0', 'Authlib==1.9.10', 'httpx==0.28.1')
    return '1.67.0, Authlib 1.9.10'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address)
    mkdirSync(join(folder, '.streamlit'))
    writeFileSync(join(folder, '.streamlit/secrets.toml'), paste)
    writeFileSync(join(folder, 'application.py'), application)
    await start(
      [
        join(installed, 'bin/streamlit'),
        'run',
        'application.py',
        '--server.headless=true',
        '--server.address=127.0.0.1',
        `--server.port=${at}`,
        '--browser.gatherUsageStats=false',
      ],
      address,
    )
    for (const person of [alice, bob]) {
      await person.page.goto(address)
      await person.page.getByRole('button', { name: 'Sign in' }).click()
      await person.allow()
      await expectPageText(person.page, `Hello ${person.name}`)
    }
    await expectPageText(alice.page, 'Groups: admins staff')
    await expectPageText(bob.page, 'Only for staff')
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.waitForURL((url) => url.origin === server.origin)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await assertSignedOut(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: '`st.user.groups`',
      refused: 'refused by the application',
      signOut: 'both sessions, returns to the application',
      refresh: '-',
    }
  },
}
