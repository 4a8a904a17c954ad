// The words of proving a wallet in German, from the moment on when one is chosen: one entry for each state that there is to
// see. People are addressed as "Sie".
import type { BitcoinNetwork } from '@countersign/message'
import type { PanelWords, ProofSubject } from '../en/proving.ts'
import type { Chapters } from '../shape.ts'

const panel = (title: PanelWords['title'], text: PanelWords['text'], main: PanelWords['main']): PanelWords => ({
  title,
  text,
  main,
})

const nothing: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'Sie sind nicht angemeldet.',
  'step-up': 'Noch ist nichts bestätigt.',
  link: 'Die Wallet ist nicht verknüpft.',
  merge: 'Es hat sich nichts geändert.',
  elsewhere: 'Der andere Browser hat nichts erhalten.',
}

const withThisOne: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'Mit dieser Adresse anmelden?',
  'step-up': 'Mit dieser Adresse bestätigen?',
  link: 'Diese Adresse verknüpfen?',
  merge: 'Mit dieser Adresse weitermachen?',
  elsewhere: 'Mit dieser weitermachen?',
}

const allowsText: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'Nur die Anmeldung hier',
  'step-up': 'Nur zu bestätigen, dass Sie es sind',
  link: 'Nur, diese Wallet hier mit Ihnen zu verknüpfen',
  merge: 'Nur, die Identität dieser Wallet hier mit Ihrer zusammenzuführen',
  elsewhere: 'Nur, worum der andere Browser bittet',
}

const chainName = ({ chain }: ProofSubject): string => chain.name ?? `Chain ${chain.id}`

const networkNames: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: 'dem Hauptnetz von Bitcoin',
  testnet: 'einem Testnetz von Bitcoin',
  regtest: 'einem Bitcoin-Netz nur eines Rechners (regtest)',
}

const listed = 3

const oneOf = (addresses: readonly string[]): string =>
  addresses.length > listed ? 'einer Ihrer Wallets' : addresses.join(' oder ')

export const proving: Chapters['proving'] = {
  panels: {
    'connection-open': panel(
      ({ wallet }) => `In ${wallet} ist schon eine Anfrage offen.`,
      () => 'Beantworten oder schließen Sie sie dort; diese Seite macht von selbst weiter.',
      () => 'Noch einmal fragen',
    ),
    locked: panel(
      ({ wallet }) => `${wallet} ist gesperrt.`,
      () => 'Entsperren Sie die Wallet; diese Seite macht von selbst weiter.',
      () => 'Noch einmal fragen',
    ),
    'connection-declined': panel(
      ({ wallet }) => `Sie haben in ${wallet} abgelehnt.`,
      () => 'Es wurde nichts mitgeteilt.',
      () => 'Noch einmal versuchen',
    ),
    'no-account': panel(
      ({ wallet }) => `${wallet} hat kein Konto mitgeteilt.`,
      () => 'Wählen Sie dort eines aus und versuchen Sie es noch einmal.',
      () => 'Noch einmal versuchen',
    ),
    disconnected: panel(
      ({ wallet }) => `${wallet} hat die Verbindung getrennt.`,
      () => 'Verbinden Sie sich neu, um weiterzumachen.',
      () => 'Neu verbinden',
    ),
    'window-blocked': panel(
      ({ wallet }) => `Ihr Browser hat das Fenster von ${wallet} blockiert.`,
      () => 'Öffnen Sie es mit diesem Knopf. Wird es wieder blockiert, erlauben Sie dieser Seite Pop-up-Fenster.',
      () => 'Fenster öffnen',
    ),
    'wallet-failed': panel(
      ({ wallet }) => `${wallet} hat einen Fehler gemeldet.`,
      ({ purpose }) => `${nothing[purpose]} Versuchen Sie es noch einmal; bleibt es dabei, starten Sie die Wallet neu.`,
      () => 'Noch einmal versuchen',
    ),
    'cannot-sign': panel(
      ({ wallet }) => `${wallet} kann keine Nachrichten unterschreiben.`,
      () => 'Benutzen Sie eine andere Wallet.',
      () => 'Andere Wallet wählen',
    ),
    'signature-declined': panel(
      () => 'Sie haben nicht unterschrieben.',
      ({ purpose }) => nothing[purpose],
      () => 'Doch unterschreiben',
    ),
    'address-changed': panel(
      ({ address }) => `Sie haben zu ${address} gewechselt.`,
      ({ purpose }) => `${withThisOne[purpose]} Die Nachricht für die andere wurde verworfen.`,
      () => 'Ja, neue Nachricht',
    ),
    'other-address': panel(
      ({ wallet, address }) => `${wallet} steht auf ${address}.`,
      ({ wallet, purpose, expected }) =>
        purpose === 'link'
          ? `Diese Adresse ist schon auf Ihrer Liste. Wechseln Sie in ${wallet} zu dem Konto, das Sie verknüpfen möchten; diese Seite macht von selbst weiter.`
          : `Wechseln Sie dort zum Bestätigen zu ${oneOf(expected)}; diese Seite macht von selbst weiter.`,
      () => 'Noch einmal nachsehen',
    ),
    expired: panel(
      () => 'Diese Anfrage ist abgelaufen.',
      ({ wallet, isContract }) =>
        isContract
          ? `Beginnen Sie mit einer neuen. Zeigt ${wallet} noch die alte, schließen Sie sie dort.`
          : `Hier ist eine neue. Zeigt ${wallet} noch die alte, schließen Sie sie dort.`,
      ({ isContract }) => (isContract ? 'Neu beginnen' : 'Neue unterschreiben'),
    ),
    'other-signer': panel(
      ({ address }) => `Die Unterschrift passt nicht zu ${address}.`,
      ({ wallet }) => `Sehen Sie in ${wallet} nach, welches Konto ausgewählt ist, und unterschreiben Sie noch einmal.`,
      () => 'Noch einmal unterschreiben',
    ),
    'chain-unavailable': panel(
      (about) => `${chainName(about)} ist nicht erreichbar, um diese Wallet zu prüfen.`,
      () =>
        'Mit der Wallet ist alles in Ordnung, und Ihre Unterschrift bleibt erhalten. Diese Seite versucht es von selbst noch einmal.',
      () => 'Noch einmal versuchen',
    ),
    suspended: panel(
      () => 'Diese Anmeldung wurde gesperrt.',
      ({ site }) => `Wenden Sie sich an den Betreiber von ${site}.`,
      () => 'Andere Wallet benutzen',
    ),
  },
  refusals: {
    'chain.not_read': panel(
      (about) => `Diese Wallet ist auf ${chainName(about)}, und das liest dieser Server nicht.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Wechseln Sie in ${wallet} das Netzwerk, wenn es Ihre Wallet auch auf einem anderen gibt, oder benutzen Sie eine andere.`,
      () => 'Noch einmal nachsehen',
    ),
    'wallet.not_deployed': panel(
      (about) => `Diese Wallet gibt es auf ${chainName(about)} noch nicht.`,
      () => 'Richten Sie sie dort ein, oder benutzen Sie eine andere.',
      () => 'Noch einmal versuchen',
    ),
    'signature.too_long': panel(
      ({ wallet }) => `Die Unterschrift von ${wallet} ist länger, als diese Seite liest.`,
      () => 'Nehmen Sie eine andere Wallet, oder bitten Sie den Betreiber dieser Seite, längere zuzulassen.',
      () => 'Noch einmal versuchen',
    ),
    'wallet.held': panel(
      ({ address }) => `Der Vertrag von ${address} hat sich geändert, seit Sie ihn hier zuletzt benutzt haben.`,
      () =>
        'Bestätigen Sie auf einem anderen Ihrer Wege, um weiterzukommen: mit einer anderen Wallet oder einem Passkey. Dann bestätigen Sie diese unter Wallets.',
      () => 'Einen anderen Weg benutzen',
    ),
    'wallet.text_changed': panel(
      ({ wallet }) => `${wallet} hat die Nachricht vor dem Unterschreiben verändert.`,
      ({ purpose }) =>
        `${nothing[purpose]} Hier gilt nur die Nachricht, wie sie gezeigt wird. Versuchen Sie es noch einmal; bleibt es so, benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal versuchen',
    ),
    'wallet.text_prefixed': panel(
      ({ wallet }) => `${wallet} hat etwas vor die Nachricht gesetzt und beides unterschrieben.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} So machen es Hardware-Wallets bei Solana, und diese Seite kann das nicht annehmen. Wählen Sie in ${wallet} ein Konto, dessen Schlüssel nicht auf der Hardware-Wallet liegt, oder benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal nachsehen',
    ),
    'wallet.old_signature': panel(
      ({ wallet, address }) =>
        `${wallet} hat mit einer Unterschrift der alten Art geantwortet, die es für ${address} nicht gibt.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Wählen Sie in ${wallet} ein Konto für Native SegWit (bc1q…) oder Taproot (bc1p…); ist es schon eines, aktualisieren Sie ${wallet}.`,
      () => 'Noch einmal nachsehen',
    ),
    'wallet.earlier_signature': panel(
      ({ wallet }) => `${wallet} hat die Unterschrift einer früheren Nachricht geliefert.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Neu unterschrieben wurde nichts. Versuchen Sie es noch einmal; bleibt es dabei, starten Sie ${wallet} neu.`,
      () => 'Noch einmal versuchen',
    ),
    'wallet.other_network': panel(
      ({ wallet, networks }) => `${wallet} ist in ${networkNames[networks.ofWallet]}.`,
      ({ wallet, purpose, networks }) =>
        `${nothing[purpose]} Diese Seite arbeitet mit ${networkNames[networks.ofSite]}. Wechseln Sie in ${wallet} das Netz, oder benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal nachsehen',
    ),
    'signature.off_curve': panel(
      ({ address }) => `${address} gehört einem Programm, und ein Programm kann nicht unterschreiben.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Es kann der Tresor einer Multisig sein. Wählen Sie in ${wallet} ein Konto mit eigenem Schlüssel, oder benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal nachsehen',
    ),
    'signature.timelock': panel(
      ({ wallet }) => `Die Unterschrift von ${wallet} gilt erst ab einer bestimmten Zeit.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Ob diese Zeit gekommen ist (ein Timelock), kann diese Seite nicht feststellen. Wählen Sie in ${wallet} eine Adresse ohne Timelock.`,
      () => 'Noch einmal nachsehen',
    ),
    'signature.script_unknown': panel(
      ({ address }) => `Hinter ${address} steht ein Skript, das diese Seite nicht prüfen kann.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Prüfen kann sie Adressen eines Schlüssels, und solche mehrerer, von denen einige unterschreiben müssen. Wählen Sie so eine in ${wallet}, oder benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal nachsehen',
    ),
    'signature.other_kind': panel(
      ({ wallet, address }) =>
        `${wallet} hat mit einer Art von Unterschrift geantwortet, die es für ${address} nicht gibt.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Wählen Sie in ${wallet} ein Konto für Native SegWit (bc1q…) oder Taproot (bc1p…), oder benutzen Sie eine andere Wallet.`,
      () => 'Noch einmal nachsehen',
    ),
  },
  awaiting: {
    title: (owners) =>
      owners === null
        ? 'Das ist eine gemeinsame Wallet: Ihre Eigentümer müssen zustimmen.'
        : `Das ist eine gemeinsame Wallet: ${owners.needed} von ${owners.count} Eigentümern müssen zustimmen.`,
    withLink: (time) =>
      `Lassen Sie diese Seite offen, oder kommen Sie vor ${time} Uhr mit diesem Link zurück. Er gilt nur in diesem Browser.`,
    withoutLink: (time) => `Lassen Sie diese Seite offen. Es ist Zeit bis ${time} Uhr.`,
    link: 'Link zurück zu dieser Seite',
    copyLink: 'Link kopieren',
    looks: 'Solange Sie diese Seite ansehen, fragt sie von selbst nach, ob alle zugestimmt haben.',
    notYet: (time) => `Um ${time} Uhr hatten noch nicht alle zugestimmt.`,
    chainTrouble: (about) => `${chainName(about)} ist gerade nicht erreichbar. Diese Seite fragt weiter nach.`,
    trouble: 'Der Server war gerade nicht zu erreichen. Diese Seite fragt weiter nach.',
    check: 'Jetzt nachfragen',
    checking: 'Wird nachgefragt …',
    askWallet: 'Wallet noch einmal fragen',
  },
  resumed: {
    gone: {
      title: 'Dieser Link führt nirgends mehr hin.',
      text: 'Seine Anfrage ist abgelaufen oder schon benutzt, oder sie stammt aus einem anderen Browser. Melden Sie sich hier neu an.',
    },
    unread: {
      title: 'Wohin dieser Link führt, war nicht zu erfahren.',
      text: 'Der Server antwortet nicht. Öffnen Sie den Link gleich noch einmal, oder melden Sie sich hier neu an.',
    },
  },
  message: {
    preparing: 'Die Nachricht wird vorbereitet …',
    title: ({ address }) => `Zeigen Sie mit Ihrer Unterschrift, dass ${address} Ihnen gehört.`,
    free: 'Es kostet nichts und bewegt nichts.',
    sign: ({ wallet }) => `Unterschreiben Sie in ${wallet}.`,
    waiting: 'Warten auf Wallet …',
    opening: 'Wallet wird geöffnet …',
    slow: ({ wallet }) =>
      `${wallet} hat noch nicht geantwortet. Ist das Fenster verschwunden, senden Sie die Anfrage noch einmal.`,
    sendAgain: 'Anfrage noch einmal senden',
    open: ({ wallet }) =>
      `In ${wallet} ist schon eine Anfrage offen. Beantworten oder schließen Sie sie; diese Seite macht von selbst weiter.`,
    askAgain: 'Noch einmal fragen',
    validFor: (time) => `Noch ${time} gültig.`,
    checking: 'Wird geprüft …',
    checkingText: 'Diese Seite prüft, ob die Unterschrift von Ihnen ist.',
    document: 'Die Nachricht',
    site: 'Es fragt',
    address: 'Ihre Adresse',
    allows: 'Sie erlaubt',
    allowsText: (purpose) => allowsText[purpose],
    until: 'Gültig bis',
    chain: 'Chain',
    chainName: (name, id) => `${name} (${id})`,
    nonce: 'Einmal-Code',
    showText: 'Genauen Wortlaut zeigen',
    hideText: 'Als Formular zeigen',
    exactText: 'Der genaue Wortlaut, der unterschrieben wird',
  },
  done: {
    title: ({ purpose, address }, name) =>
      purpose === 'sign-in' ? `Angemeldet als ${name ?? address}.` : 'Bestätigt.',
    text: (application) => (application === null ? 'Es geht weiter …' : `Es geht weiter zu ${application} …`),
    main: 'Weiter',
  },
  already: {
    title: (name) => (name === null ? 'Sie sind angemeldet.' : `Sie sind angemeldet als ${name}.`),
    text: 'Machen Sie so weiter, oder melden Sie sich mit einer anderen Wallet an.',
    main: 'Weiter',
    other: 'Mit einer anderen Wallet anmelden',
  },
  inspect: 'In der Prüfstelle öffnen',
  tryAgain: 'Noch einmal versuchen',
  heldUntil: (time) =>
    `Gehört sie erst jetzt Ihnen? Sie bleibt für den, der sie vorher hatte, höchstens bis ${time}. Danach können Sie mit ihr neu beginnen.`,
  reasonGiven: (reason) => `Als Grund wurde angegeben: ${reason}`,
  said: (wallet) => `Was ${wallet} gemeldet hat`,
}
