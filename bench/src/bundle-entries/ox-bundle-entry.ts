export { checksum } from 'ox/Address'
export { createMessage, parseMessage, validateMessage } from 'ox/Siwe'
