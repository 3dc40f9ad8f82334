import { createHmac, type KeyObject } from 'node:crypto'

/**
 * What tells one personal text from another without opening it: the same for the same text, '' for an empty one. Made with
 * the person's own key, so that with the key it is gone too: nobody can try out texts on it afterwards.
 * @param key of the person whom the text is about
 * @param place what the text belongs to: the same text elsewhere has another mark
 */
export function markOf(key: KeyObject, place: string, text: string): string {
  return text === '' ? '' : createHmac('sha256', key).update(`mark\n${place}\n${text}`).digest('base64url')
}

/** What tells one picture of a customer's licence from another: '' for none. @param key the customer's */
export const markOfPicture = (key: KeyObject, customerId: string, path: string): string =>
  markOf(key, `${customerId}/picture`, path)
