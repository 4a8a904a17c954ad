// Builds four of the documents that people open. They share chunks with each other, but nothing with the demonstration
// wallet, which a server can withhold whole, nor with the inspector: both are builds of their own.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emitWords } from './emit-words.ts'
import { faultPages } from './fault-pages.ts'
import { preloadFonts } from './preload-fonts.ts'
import { preloadModules } from './preload-modules.ts'
import { servePages } from './serve-pages.ts'

/** What every page is made of. */
const ofEveryPage =
  /\/(web\/src\/(ui\/|words\/[^/]+$|wallet\/own-path|demonstration-wallet\/is-local|[^/]+$)|api\/src\/)/
/** What the sign-in page needs where an application asks for it, and the pages on which a person decides need as well. */
const ofAsking =
  /\/web\/src\/(applications\/(LogoOrRosette|shown-name|Unusable|use-accents|use-decision|use-reading)|leave|ui\/Message)\.tsx?/
/** What the sign-in page needs only once a wallet is chosen, or where there is none, and other pages from the start. */
const ofLater =
  /\/(web\/src\/(passkey\/make-passkey|ui\/(Address|CopyButton|use-copy|use-focus-back))|api\/src\/(cross-device-routes|known-wallets|no-wallet-routes))\.ts/
/** What only the other pages share with each other. */
const ofOtherPages =
  /\/(api\/src\/(routes|pages|user-names)|web\/src\/(api|page-path|read-address|applications\/|ui\/(clock|device|focus-page-heading|in-row|device-words|ErrorState|OwnPicture|Portrait|relative-time|RelativeTime|TextLink)))(\.tsx?|[^/]*$)/
/** What only the pages behind the sign-in need, the account's and the administration's. */
const ofAccount =
  /\/(api\/src\/activity|web\/src\/(answers|ui\/(AccountIcon|AccountLayout|charts\/|Choice|DayField|Dialog|EmptyState|LatePart|late-screen|use-late|use-disclosure|List|plain-click|save-file|Skeleton|TextField)))|\/web\/src\/step-up\/(?!StepUp\.|PasskeyWay)/
/** The router, the store of what the server has answered, and how the administration is asked: for the pages behind the sign-in alone. */
const ofRouting = /\/(node_modules\/@tanstack|web\/src\/admin-api|api\/src\/admin-routes)/
/** What the account has of the administration, which is a link to it. */
const ofAdministration =
  /\/(api\/src\/(accent|admin-|claim-names|limits|permissions|scopes|wallets-text|ways)|web\/src\/admin)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    servePages(),
    preloadFonts(),
    preloadModules(),
    faultPages(),
    emitWords({ isEmitted: true }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline code, and `data:` only for pictures: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a page has loaded from the start need not be named again wherever it fetches a part later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/\/(react|interface|rolldown-runtime)-/.test(file)) : files,
    },
    rolldownOptions: {
      input: { signIn: 'sign-in.html', public: 'public.html', account: 'account.html', admin: 'admin.html' },
      output: {
        codeSplitting: {
          groups: [
            // React in a file of its own: all documents use it, and it changes only when it is upgraded.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What several pages share in few files instead of many: larger files are compressed better.
            {
              name: 'interface',
              test: (id) =>
                ofEveryPage.test(id) &&
                !ofOtherPages.test(id) &&
                !ofAsking.test(id) &&
                !ofLater.test(id) &&
                !ofAccount.test(id) &&
                !ofAdministration.test(id),
              minShareCount: 2,
            },
            // What a proof begins with, on the sign-in page and in the account.
            {
              name: 'prove',
              test: /\/web\/src\/(prove\/(?!InPlace|in-place|known-chains|page-elsewhere|use-proof-state|NoWalletStage|ClockNotice)|another-device\/(AnotherDeviceButton|LateAnotherDevice|load-parts|use-elsewhere)|screens\/sign-in\/Frame|wallet\/(?!passing-codes)|passkey\/(?!make))/,
              minShareCount: 2,
            },
            { name: 'asking', test: ofAsking, minShareCount: 2 },
            { name: 'later', test: ofLater, minShareCount: 2 },
            { name: 'account-parts', test: ofAccount, minShareCount: 2 },
            { name: 'decisions', test: ofOtherPages, minShareCount: 2 },
            { name: 'router', test: ofRouting, minShareCount: 2 },
            // What the first page of the account has in common with the later ones, and the administration's likewise.
            { name: 'account-screens', test: /\/web\/src\/screens\/account\//, minShareCount: 2 },
            { name: 'admin-parts', test: /\/web\/src\/screens\/admin\/(?!areas)/, minShareCount: 5 },
          ],
        },
      },
    },
  },
})
