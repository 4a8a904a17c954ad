export { checkMessage, formatMessage, parseMessage, toChecksumAddress } from '@countersign/message'
