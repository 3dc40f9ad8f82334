/** The booking form's sentences; those of the specification (sections 2, 5 and 8) to the letter. */
export const texts = {
  heading: 'Make a Booking',
  vehicle: 'Please select a vehicle',
  nothingToBook: 'No vehicle can be booked at the moment.',
  vehicleGone: 'This vehicle can no longer be booked. Please select another one.',
  dateUnavailable: { title: 'Date Unavailable', description: 'This vehicle is already booked on that day.' },
  invalidDate: { title: 'Invalid Date', description: 'Drop-off date must be after pickup date.' },
  datesUnavailable: {
    title: 'Dates Unavailable',
    description: 'The selected dates conflict with an existing approved booking. Please choose different dates.',
  },
  noDropoff: (day: string) => `No drop-off day is free after ${day}. Please choose another pickup day.`,
  dayIsPast: 'Please choose today or a later day',
  tooFarBack: 'Please choose a day that is at most 30 days back',
  licenceRequired: {
    title: 'License Required',
    description: "Please upload your driver's license before submitting.",
  },
  licenceUploaded: {
    title: 'License Uploaded',
    description: "Your driver's license has been uploaded successfully.",
  },
  uploadError: { title: 'Upload Error', description: 'There was an error processing your license upload.' },
  wrongType: 'Please choose a PNG, JPG or PDF file',
  tooLarge: 'The file is larger than 5 MB. Please choose a smaller one.',
  notThatType: 'The file is not a PNG, JPG or PDF. Please choose another one.',
  anotherFile: 'Choose a file',
  emptyFile: 'The file is empty. Please choose another one.',
  submitted: { title: 'Booking Submitted', description: 'Your booking request has been submitted successfully!' },
  asFirstSent: (whom: string) =>
    `An earlier request of yours had arrived already, though no answer came. It counts as you sent it then: what you changed since is not in it. If that matters, please tell ${whom}.`,
  asFirstSentAtDesk:
    'An earlier request had arrived already, though no answer came. It counts as it was sent then: what was changed since is not in it. Open the booking and look.',
  failed: {
    title: 'Booking Failed',
    description: 'There was an error submitting your booking. Please try again.',
  },
  priceNow: (now: string, was: string) => `The price is now ${now} (was ${was}).`,
  submit: 'Submit Booking Request',
  agree: 'Agree and send',
  nothingLost: 'Nothing you typed is lost: you can send the same request again, and it counts once.',
  bookedDaysMissing: 'The days that are booked already could not be loaded.',
  keptHere: (device: string) => `Kept on this ${device}, encrypted, and uploaded when the network is back.`,
  keepHere: (device: string) => `Keep it on this ${device}`,
  licenceMissing: "Upload the driver's license to send the request.",
  licenceOnItsWay: 'The request can be sent when the license is uploaded.',
  licenceGone: 'The license is no longer on this device. Please choose the file again.',
  willWait: (device: string) =>
    `You are offline. Your request is saved on this ${device} and sent when the network is back.`,
  putAside: (device: string) => `Save it on this ${device} and send it later`,
  saved: (device: string) => `Saved on this ${device} – not sent yet`,
  sentLater: (device: 'phone' | 'device') =>
    device === 'phone'
      ? 'It is sent by itself when the network is back and this page is open. What is not sent within 24 hours is deleted.'
      : 'It is sent by itself when the network is back and the dashboard is open.',
  nobodyHasIt: 'Nobody has it yet: the days are not held for you.',
  mayHaveArrived: 'It may have arrived already, though no answer came: however often it is sent, it counts once.',
  waitedTooLong: 'It has waited for too long and is no longer on this device. Please fill in the form again.',
  notReopened: 'The request could not be opened',
  noRoom: 'This browser keeps nothing here (a private window, or no room is left). Please try again with a network.',
} as const

/** Titles of the toasts about days: they go when the days are right. */
export const datesToasts: readonly string[] = [
  texts.invalidDate.title,
  texts.dateUnavailable.title,
  texts.datesUnavailable.title,
]
