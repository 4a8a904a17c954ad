export { validateMessage, formatMessage, parseMessage, toChecksumAddress } from '@countersign/message'
