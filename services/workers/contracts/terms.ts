/** What a contract says of the terms while the business has none of its own: short, and to nobody's harm. Version 0. */
export const DEFAULT_TERMS = `1. The hirer collects the vehicle and brings it back on the days that this agreement names, at the address of the business unless both agree on another place.
2. Only the hirer, and drivers whom the business has accepted in writing, may drive the vehicle. Every driver holds a licence that is valid in the United Kingdom.
3. The hirer drives with care, keeps the law, pays the fines and charges that fall due during the hire, and does not sublet the vehicle, race it, tow with it or take it out of the United Kingdom without the written consent of the business.
4. The vehicle is handed over roadworthy, insured and taxed. Both look at it together when it is handed over and when it comes back, and write down any damage.
5. In an accident, a breakdown or a theft the hirer tells the business at once, and the police where the law asks for it.
6. The price is the one in this agreement. Whatever else becomes payable is agreed in writing, or follows from the law.
7. Nothing in this agreement takes away rights that the hirer has by law as a consumer. It is governed by the law of the part of the United Kingdom where the business is.`
