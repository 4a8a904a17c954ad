export { validateSignInMessage, formatSignInMessage, parseSignInMessage, toChecksumAddress } from '@countersign/message'
