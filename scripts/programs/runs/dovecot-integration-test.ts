import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expectPageText, assertThat } from '../integration-test-assertions.ts'
import { openImapInbox } from '../open-imap-inbox.ts'
import { unpackDebianPackages, wrapCommandWithMountedDebianPackages } from '../third-party-program-installers.ts'
import { startNativeOAuthTestClient, signInWithNativeOAuthTestClient } from '../native-oauth-test-client.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const scopes = 'openid profile offline_access'

const configure = (folder: string, port: number, settings: string): string => {
  const { uid, username } = userInfo()
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  const people =
    uid === 0
      ? { internal: 'daemon', internalGroup: 'daemon', login: 'nobody', mail: 'uid=nobody gid=nogroup' }
      : { internal: username, internalGroup: group, login: username, mail: `uid=${username} gid=${group}` }
  return `protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = /dev/stderr
base_dir = ${folder}/run
state_dir = ${folder}/state
default_internal_user = ${people.internal}
default_internal_group = ${people.internalGroup}
default_login_user = ${people.login}
mail_location = maildir:${folder}/mail/%u
auth_mechanisms = oauthbearer xoauth2
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = ${settings}
}
userdb {
  driver = static
  args = ${people.mail} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`
}

export const dovecotTest: IntegrationTest = {
  id: 'dovecot',
  registry: 'Debian',
  install: (folder) =>
    unpackDebianPackages(
      folder,
      'dovecot-core=1:2.3.19.1*',
      'dovecot-imapd=1:2.3.19.1*',
      'libexttextcat-2.0-0',
      'liblua5.4-0',
      'libsodium23',
      'libstemmer0d',
      'libunwind8',
      'libwrap0',
    ),
  run: async ({ folder, server, port, countersign, register, start, alice, bob }, installed) => {
    const at = await port()
    const native = ['--kind', 'native', '--redirect', 'http://127.0.0.1/callback', '--scope', scopes]
    const mailProgram = ['Mail program', '--id', 'mail-program', '--allowed-group', 'staff']
    await countersign('application', 'add', ...mailProgram, ...native)
    await countersign('application', 'add', 'Calendar', '--id', 'calendar', ...native)
    const { paste } = await register('')
    const settings = join(folder, 'dovecot-oauth2.conf.ext')
    writeFileSync(settings, `${paste.replace('https://', 'http://')}\n`)
    const configuration = join(folder, 'dovecot.conf')
    // If root starts Dovecot, mailboxes and processes belong to separate users.
    chmodSync(folder, 0o755)
    for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name))
    chmodSync(join(folder, 'mail'), 0o777)
    writeFileSync(configuration, configure(folder, at, settings))
    await start(
      wrapCommandWithMountedDebianPackages(installed, ['/usr/sbin/dovecot', '-F', '-c', configuration]),
      async () => (await openImapInbox(at, 'XOAUTH2', 'nobody', 'nothing').catch(() => null)) !== null,
    )
    const mail = await startNativeOAuthTestClient(server.origin, 'mail-program', scopes)
    const other = await startNativeOAuthTestClient(server.origin, 'calendar', scopes)
    try {
      const { access, refresh } = await signInWithNativeOAuthTestClient(alice, mail)
      for (const mechanism of ['XOAUTH2', 'OAUTHBEARER'] as const) {
        const answer = await openImapInbox(at, mechanism, 'alice', access)
        assertThat(answer.startsWith('OK'), `${mechanism}: ${answer}`)
      }
      assertThat(existsSync(join(folder, 'mail/alice')), 'the mailbox of Alice is not named by her user name')
      const renewed = await mail.refresh(refresh)
      const afterRefresh = await openImapInbox(at, 'XOAUTH2', 'alice', renewed.access)
      assertThat(renewed.access !== access && afterRefresh.startsWith('OK'), `after a refresh: ${afterRefresh}`)
      const asBob = await openImapInbox(at, 'XOAUTH2', 'bob', access)
      assertThat(asBob.startsWith('NO'), `Alice opens the mailbox of Bob: ${asBob}`)
      const foreign = await openImapInbox(
        at,
        'XOAUTH2',
        'alice',
        (await signInWithNativeOAuthTestClient(alice, other)).access,
      )
      assertThat(foreign.startsWith('NO'), `the token of another application opens the mailbox: ${foreign}`)
      await bob.page.goto(mail.address)
      await expectPageText(bob.page, 'can’t use Mail program')
    } finally {
      mail.close()
      other.close()
    }
    return {
      signIn: 'works with XOAUTH2 and OAUTHBEARER; a token of another application is refused',
      names: 'username, as the mailbox name',
      groups: '`--allowed-group` of the mail program',
      refused: 'Countersign shows the reason',
      signOut: '-',
      refresh: 'works, in the mail program',
    }
  },
}
