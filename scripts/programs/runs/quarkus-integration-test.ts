import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstFakeWalletName } from '../../../e2e/src/wallet-sign-in-test-steps.ts'
import { signOutAndAssertBackChannelLogout } from '../sign-out-and-assert-back-channel-logout.ts'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { buildJavaTestApplication } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const version = '3.33.2'

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>app</groupId>
  <artifactId>app</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>io.quarkus</groupId>
        <artifactId>quarkus-bom</artifactId>
        <version>${version}</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>io.quarkus</groupId>
      <artifactId>quarkus-rest</artifactId>
    </dependency>
    <dependency>
      <groupId>io.quarkus</groupId>
      <artifactId>quarkus-oidc</artifactId>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>io.quarkus</groupId>
        <artifactId>quarkus-maven-plugin</artifactId>
        <version>${version}</version>
        <extensions>true</extensions>
        <executions>
          <execution>
            <goals><goal>build</goal></goals>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
`

const application = `package app;

import io.quarkus.oidc.UserInfo;
import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/")
public class Application {
  @Inject
  SecurityIdentity identity;

  @Inject
  UserInfo user;

  @GET
  @Authenticated
  public String home() {
    return "Hello " + user.getString("preferred_username") + ", " + user.getString("wallet") + ", "
        + String.join(" ", identity.getRoles().stream().sorted().toList());
  }

  @GET
  @Path("admin")
  @RolesAllowed("admins")
  public String admin() {
    return "For administrators";
  }

  @GET
  @Path("owner")
  @RolesAllowed("owners")
  public String owner() {
    return "For owners";
  }

  @GET
  @Path("bye")
  @PermitAll
  public String bye() {
    return "Good-bye";
  }
}
`

export const quarkusTest: IntegrationTest = {
  id: 'quarkus',
  registry: 'Maven Central',
  install: async (folder) => {
    await buildJavaTestApplication(folder, pom, application)
    return version
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--allowed-group', 'staff'])
    mkdirSync(join(folder, 'config'))
    writeFileSync(join(folder, 'config/application.properties'), paste)
    const running = await start(
      [
        'java',
        '-Dquarkus.http.host=127.0.0.1',
        `-Dquarkus.http.port=${at}`,
        '-Dquarkus.log.category."io.quarkus.oidc".level=DEBUG',
        '-jar',
        join(installed, 'target/quarkus-app/quarkus-run.jar'),
      ],
      `${address}/bye`,
    )
    let written = ''
    running.stdout?.on('data', (chunk) => (written += String(chunk)))
    const { page } = alice
    await alice.signInAt(`${address}/admin?x=1`)
    await expectPageText(page, 'For administrators')
    assertThat(page.url() === `${address}/admin?x=1`, `after sign-in at ${page.url()}`)
    await page.goto(address)
    await expectPageText(page, /^Hello alice, eip155:1:0x\w+, admins staff$/)
    const refused = await page.request.get(`${address}/owner`)
    assertThat(refused.status() === 403, `without the role: ${refused.status()}`)
    await bob.page.goto(address)
    await expectPageText(bob.page, 'can’t use Quarkus')

    await signOutAndAssertBackChannelLogout(alice, server, async () => {
      const answer = await page.request.get(address, { maxRedirects: 0 })
      // The response alone proves nothing, because Quarkus requests userinfo each time.
      return answer.status() !== 200 && written.includes('Back channel logout request')
    })
    await page.goto(address)
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await expectPageText(page, 'Hello alice')
    await page.goto(`${address}/sign-out`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${address}/bye?*`)
    await expectPageText(page, 'Good-bye')
    await assertSignedOut(alice, server.origin)
    const asked = await page.request.get(address, { maxRedirects: 0 })
    assertThat(asked.status() === 302, `after sign-out: ${asked.status()}`)
    return {
      signIn: 'works, returns to the page with its query',
      names: '`UserInfo`; the principal is the `sub`',
      groups: 'roles, `--allowed-group`',
      refused: 'Countersign shows the reason; without a role, an empty 403',
      signOut: 'both sessions, returns to the application; back-channel logout',
      refresh: 'not tested',
    }
  },
}
