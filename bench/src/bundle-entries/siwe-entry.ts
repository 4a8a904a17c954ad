export { SiweMessage } from 'siwe'
