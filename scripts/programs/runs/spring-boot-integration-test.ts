import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { springBoot as preset } from '../../../server/src/oidc/presets/known/spring-boot.ts'
import { firstFakeWalletName } from '../../../e2e/src/wallet-sign-in-test-steps.ts'
import { signOutAndAssertBackChannelLogout } from '../sign-out-and-assert-back-channel-logout.ts'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { buildJavaTestApplication } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const version = '3.5.16'

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>${version}</version>
  </parent>
  <groupId>app</groupId>
  <artifactId>app</artifactId>
  <version>1</version>
  <properties><java.version>17</java.version></properties>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-web</artifactId>
    </dependency>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-oauth2-client</artifactId>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-maven-plugin</artifactId>
      </plugin>
    </plugins>
  </build>
</project>
`

/** `/token` always refreshes, because token lifetimes are below the allowed clock skew. */
const application = (code: string): string => `package app;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.client.*;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Application {
  public static void main(String[] options) {
    SpringApplication.run(Application.class, options);
  }

${code}

  @Bean
  OAuth2AuthorizedClientManager manager(ClientRegistrationRepository clients, OAuth2AuthorizedClientRepository kept) {
    var manager = new DefaultOAuth2AuthorizedClientManager(clients, kept);
    manager.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder()
        .authorizationCode()
        .refreshToken(refresh -> refresh.clockSkew(Duration.ofHours(1)))
        .build());
    return manager;
  }

  @GetMapping("/")
  String home(@AuthenticationPrincipal OidcUser user, Authentication signedIn) {
    var authorities = signedIn.getAuthorities().stream().map(GrantedAuthority::getAuthority).sorted();
    return "Hello " + user.getPreferredUsername() + ", " + user.getClaimAsString("wallet") + ", "
        + authorities.collect(Collectors.joining(" "));
  }

  @GetMapping("/admin/page")
  String admin() {
    return "For administrators";
  }

  @GetMapping("/token")
  String token(@RegisteredOAuth2AuthorizedClient("countersign") OAuth2AuthorizedClient client) {
    return client.getAccessToken().getTokenValue();
  }
}
`

const [code] = preset.sections?.[0]?.parts ?? []

export const springBootTest: IntegrationTest = {
  id: 'spring-boot',
  registry: 'Maven Central',
  install: async (folder) => {
    assertThat(typeof code === 'object', 'the preset has no code')
    await buildJavaTestApplication(folder, pom, application(code.text))
    return version
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address)
    writeFileSync(join(folder, 'application.yml'), paste)
    await start(
      ['java', '-jar', join(installed, 'target/app-1.jar'), '--server.address=127.0.0.1', `--server.port=${at}`],
      address,
    )
    const { page } = alice
    await alice.signInAt(`${address}/`)
    await expectPageText(page, /^Hello alice, eip155:1:0x/)
    await expectPageText(page, 'GROUP_admins GROUP_staff')
    await page.goto(`${address}/admin/page`)
    await expectPageText(page, 'For administrators')
    await bob.signInAt(`${address}/admin/page`)
    await expectPageText(bob.page, 'type=Forbidden, status=403')
    await bob.page.goto(address)
    await expectPageText(bob.page, 'Hello bob')

    const readTokenMetadata = async (): Promise<string> => {
      const answer = await page.request.get(`${address}/token`, { maxRedirects: 0 })
      assertThat(answer.status() === 200, `token: ${answer.status()} ${await answer.text()}`)
      return answer.text()
    }
    assertThat((await readTokenMetadata()) !== (await readTokenMetadata()), 'the access token is not refreshed')

    await signOutAndAssertBackChannelLogout(alice, server, async () => {
      const answer = await page.request.get(address, { maxRedirects: 0 })
      return answer.status() === 302
    })
    await page.goto(`${address}/`)
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await expectPageText(page, 'Hello alice')
    await page.goto(`${address}/logout`)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.origin === server.origin)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === server.origin && url.pathname === '/sign-in')
    await expectPageText(page, 'to continue to Spring Boot')
    await assertSignedOut(alice, server.origin)
    return {
      signIn: 'works',
      names: 'attribute `preferred_username`; `getName()` is the `sub`',
      groups: 'authorities `GROUP_…`, with the code below',
      refused: '403 "Forbidden" from the application',
      signOut: 'both sessions, returns to the application; back-channel logout',
      refresh: 'works',
    }
  },
}
