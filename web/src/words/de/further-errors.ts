// What the refusals mean that only the other pages can meet, and what to do now.
import type { FurtherErrorWords } from '../further-error-words.ts'

export const furtherErrors: FurtherErrorWords = {
  'session.required': {
    title: 'Sie sind nicht angemeldet.',
    action: 'Melden Sie sich an und versuchen Sie es noch einmal.',
  },
  'sign_up.off': {
    title: 'Mit einem Passkey kann man hier nicht beginnen.',
    action: 'Melden Sie sich mit einer Wallet an, und fügen Sie dann einen Passkey hinzu.',
  },
  'session.not_found': {
    title: 'Diese Sitzung ist schon zu Ende.',
    action: 'Sehen Sie sich die Liste noch einmal an.',
  },
  'cross_device.over': {
    title: 'Dieser Code galt nur einmal und gilt nicht mehr.',
    action: 'Am anderen Bildschirm neu beginnen.',
  },
  'grant.not_found': {
    title: 'Diese Anwendung steht nicht mehr auf Ihrer Liste.',
    action: 'Sehen Sie sich die Liste neu an.',
  },
  'step_up.required': {
    title: 'Bitte bestätigen Sie, dass Sie es sind.',
    action: 'Nehmen Sie einen Passkey oder unterschreiben Sie mit einem Ihrer Wallets; dann geht es weiter.',
  },
  'browser.no_cookie': {
    title: 'Dieser Browser lehnt Cookies dieser Seite ab.',
    action: 'Erlauben Sie Cookies, laden Sie die Seite neu und melden Sie sich noch einmal an.',
  },
  'challenge.unusable': {
    title: 'Diese Anmeldeanfrage ist abgelaufen oder schon benutzt.',
    action: 'Fordern Sie eine neue an und unterschreiben Sie die.',
  },
  'signature.refused': {
    title: 'Die Unterschrift passt nicht zur Wallet.',
    action: 'Unterschreiben Sie mit der Wallet, deren Adresse in der Nachricht steht.',
  },
  'signature.awaited': {
    title: 'Es haben noch nicht alle Eigentümer zugestimmt.',
    action: 'Lassen Sie diese Seite offen, oder kommen Sie später mit dem Link zurück. Nichts ist verloren.',
  },
  'wallet.not_deployed': {
    title: 'Diese Wallet gibt es auf ihrer Chain noch nicht.',
    action: 'Richten Sie sie dort ein, oder verwenden Sie eine andere.',
  },
  'chain.not_read': {
    title: 'Das ist eine Vertrags-Wallet auf einer Chain, die diese Seite nicht liest.',
    action: 'Verwenden Sie eine andere Wallet, oder bitten Sie den Betreiber dieser Seite, die Chain hinzuzufügen.',
  },
  'chain.unavailable': {
    title: 'Die Chain ist nicht erreichbar, um diese Wallet zu prüfen.',
    action: 'Mit Ihrer Wallet ist alles in Ordnung. Versuchen Sie es gleich noch einmal.',
  },
  'sign_in.mismatch': {
    title: 'Die unterschriebene Nachricht ist nicht die, um die diese Seite gebeten hat.',
    action: 'Versuchen Sie es noch einmal und unterschreiben Sie die Nachricht so, wie sie gezeigt wird.',
  },
  'signature.malformed': {
    title: 'Was die Wallet geliefert hat, ist keine Unterschrift, die diese Seite lesen kann.',
    action: 'Versuchen Sie es noch einmal, oder nehmen Sie eine andere Wallet.',
  },
  'passkey.refused': {
    title: 'Dieser Passkey wurde nicht angenommen.',
    action: 'Vielleicht wurde er hier entfernt. Nehmen Sie einen anderen Passkey oder eine Wallet.',
  },
  'person.suspended': {
    title: 'Diese Anmeldung wurde gesperrt.',
    action: 'Wenden Sie sich an den Betreiber dieser Seite.',
  },
  'step_up.somebody_else': {
    title: 'Dieses Wallet oder dieser Passkey gehört hier nicht Ihnen.',
    action: 'Nehmen Sie eines von Ihren Listen.',
  },
  'way_in.last': {
    title: 'Das ist Ihr letzter Zugang.',
    action:
      'Verknüpfen Sie zuerst ein weiteres Wallet oder fügen Sie einen Passkey hinzu; sonst könnte sich niemand mehr als Sie anmelden.',
  },
  'wallet.not_found': {
    title: 'Dieses Wallet steht nicht mehr auf Ihrer Liste.',
    action: 'Sehen Sie sich die Liste noch einmal an.',
  },
  'wallet.linked_already': {
    title: 'Dieses Wallet steht schon auf Ihrer Liste.',
    action: 'Wählen Sie in Ihrem Wallet ein anderes.',
  },
  'signature.too_long': {
    title: 'Die Unterschrift ist länger, als diese Seite liest.',
    action: 'Nehmen Sie eine andere Wallet, oder bitten Sie den Betreiber dieser Seite, längere zuzulassen.',
  },
  'wallet.held': {
    title: 'Der Vertrag dieses Wallets hat sich geändert, seit es hier zuletzt benutzt wurde.',
    action: 'Bestätigen Sie es zuerst auf einem anderen Ihrer Wege, unter Wallets.',
  },
  'wallet.proof_needed': {
    title: 'Das Wallet muss noch einmal signieren.',
    action: 'Verknüpfen Sie es erneut: Seine Signatur bestätigt es.',
  },
  'wallet.taken': {
    title: 'Dieses Wallet gehört hier zu einer anderen Identität.',
    action: 'Wenn auch die Ihre ist, können Sie beide zusammenführen. Sonst nehmen Sie ein anderes Wallet.',
  },
  'wallet.too_many': {
    title: 'Für ein weiteres Wallet ist kein Platz.',
    action: 'Trennen Sie zuerst eines, das Sie nicht mehr brauchen.',
  },
  'merge.unusable': {
    title: 'Diese Zusammenführung kann nicht mehr angenommen oder rückgängig gemacht werden.',
    action: 'Sehen Sie sich Ihre Wallets noch einmal an; beginnen Sie neu, wenn sie nicht geschehen ist.',
  },
  'merge.impossible': {
    title: 'Diese beiden Identitäten können nicht zusammengeführt werden.',
    action:
      'Beide müssen in Gebrauch und verschieden sein und zusammen in eine Liste von Wallets und Passkeys passen. Eine, die hier eine Rolle hat, bleibt selbst bestehen: Melden Sie sich mit ihr an und führen Sie die andere in sie zusammen.',
  },
  'merge.pending': {
    title: 'Eine andere Zusammenführung von Ihnen steht noch aus.',
    action: 'Brechen Sie diese zuerst ab, oder warten Sie, bis sie wirksam wird.',
  },
  'merge.browser_new': {
    title: 'Dieser Browser ist für diese Identität neu und kann die Zusammenführung nicht bestätigen.',
    action:
      'Bestätigen Sie sie in einem Browser, in dem Sie diese Identität schon benutzen, oder melden Sie sich hier mit einem ihrer Passkeys an.',
  },
  'merge.open': {
    title: 'Sie haben vor Kurzem zwei Identitäten zusammengeführt, und das lässt sich noch rückgängig machen.',
    action: 'Bis es endgültig ist, kann nichts aus ihnen entfernt werden. Machen Sie es rückgängig oder warten Sie.',
  },
  'role.last_owner': {
    title: 'Das ist der letzte Eigentümer.',
    action: 'Machen Sie zuerst jemand anderen dazu: Ohne einen könnte niemand die Website verwalten.',
  },
  'passkey.not_found': {
    title: 'Dieser Passkey steht nicht auf Ihrer Liste.',
    action: 'Sehen Sie sich die Liste noch einmal an.',
  },
  'passkey.registered_already': {
    title: 'Dieser Passkey ist schon eingetragen.',
    action: 'Nehmen Sie für einen zweiten ein anderes Gerät oder einen anderen Passwortmanager.',
  },
  'passkey.too_many': {
    title: 'Für einen weiteren Passkey ist kein Platz.',
    action: 'Entfernen Sie zuerst einen, den Sie nicht mehr brauchen.',
  },
  'browser.not_found': {
    title: 'Dieses Gerät ist nicht mehr neu.',
    action: 'Sehen Sie sich Ihre Sitzungen noch einmal an.',
  },
  'browser.newer': {
    title: 'Dieser Browser ist selbst neu.',
    action:
      'Antworten Sie in einem Browser, der schon vorher als Ihrer galt, oder nehmen Sie hier einen Passkey, den Sie schon länger haben.',
  },
  'person.name_unusable': {
    title: 'Dieser Name geht nicht.',
    action:
      'Nehmen Sie bis zu 64 sichtbare Zeichen, ohne Leerzeichen am Anfang und Ende oder zwei hintereinander, und ohne Stapel von Akzenten.',
  },
  'person.name_foreign': {
    title: 'In diesem Namen steht eine Adresse, die zu keiner Wallet von Ihnen gehört, oder etwas, das so aussieht.',
    action:
      'Wählen Sie einen Namen ohne Adresse, etwa „Sparbuch“ oder „Arbeit“. Adressen von Wallets, die Sie verknüpft haben, dürfen darin stehen.',
  },
  'user_name.taken': {
    title: 'Diesen Benutzernamen können Sie nicht haben.',
    action:
      'Er gehört oder gehörte jemandem, sieht so aus wie ein solcher oder ist vorbehalten. Wählen Sie einen anderen.',
  },
  'user_name.unusable': {
    title: 'Das kann kein Benutzername sein.',
    action: 'Nehmen Sie 2 bis 30 kleine Buchstaben, Ziffern, „_“ und „-“, und zuerst einen Buchstaben.',
  },
  'user_name.chosen': {
    title: 'Sie haben schon einen Benutzernamen.',
    action: 'Sie können ihn auf der Seite Ihres Kontos ändern.',
  },
  'user_name.too_many': {
    title: 'Sie hatten schon so viele Benutzernamen, wie man hier haben kann.',
    action: 'Nehmen Sie einen von denen, die Sie schon hatten.',
  },
  'email.not_offered': {
    title: 'Diese Website verschickt keine Post.',
    action: 'Machen Sie ohne E-Mail-Adresse weiter; wer die Website betreibt, kann das ändern.',
  },
  'email.unusable': {
    title: 'An diese Adresse kann kein Code geschickt werden.',
    action: 'Vergleichen Sie sie mit Ihrer, etwa name@mail.example.',
  },
  'email.code_wrong': {
    title: 'Dieser Code gilt nicht.',
    action:
      'Es ist ein anderer, er ist abgelaufen, oder er wurde zu oft probiert. Vergleichen Sie ihn mit der E-Mail oder lassen Sie einen neuen schicken.',
  },
  'picture.unreadable': {
    title: 'Dieses Bild kann nicht gelesen werden.',
    action: 'Wählen Sie ein Bild als JPEG, PNG oder WebP.',
  },
}
