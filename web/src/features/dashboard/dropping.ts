/**
 * What is deleted from the device with an action, in words, by the action's name; none where it can be done again by a tap or a
 * few. By names alone: the actions themselves would bring their files to whoever looks at what waits.
 */
const deleted: Readonly<Record<string, string>> = {
  'contract.sign': 'the signature is deleted from this device. Whoever signed would have to sign again.',
  'contract.attach': 'the signed paper is deleted from this device.',
  'booking.walk-in': 'the booking and its license are deleted from this device.',
}

/** What has to be said before an action of that name is dropped; undefined when it is dropped without a question. */
export const lostWith = (name: string): string | undefined => deleted[name]
