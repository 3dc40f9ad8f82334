import type { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { vehicles } from '../fleet/api.ts'
import { Section } from '../settings/section.tsx'
import { calendarFeeds } from './calendars-api.ts'
import { nameOfFeed, withoutFeed } from './calendars-model.ts'
import styles from './calendars-section.module.css'
import { useCalendarFeeds } from './use-calendar-feeds.ts'

/** Links with which other calendars follow the schedule. Only the server can make and revoke them. */
export function CalendarsSection() {
  const { data: feeds, error, refetch } = useQuery(calendarFeeds())
  const { data: cars = [] } = useQuery(vehicles())
  const isOnline = useOnline()
  const { isBusy, make, revoke, copy } = useCalendarFeeds()
  const [leaving, setLeaving] = useState<CalendarFeed>()
  const [chosen, setChosen] = useState('')
  const free = withoutFeed(feeds ?? [], cars)
  const wanted = free.find(({ id }) => id === chosen) ?? free[0]
  return (
    <Section
      title="Calendar links"
      about="Follow the schedule in Google Calendar, Outlook or on a phone. Whoever has a link sees vehicles, days and initials of renters, and no more."
    >
      {feeds === undefined && error === null && <Loading label="Loading the calendar links" />}
      {feeds === undefined && error !== null && (
        <FailedToLoad
          error={error}
          otherwise="The calendar links could not be loaded."
          onRetry={() => void refetch()}
        />
      )}
      {feeds !== undefined && feeds.length > 0 && (
        <ul className={styles.feeds}>
          {feeds.map((feed) => (
            <li key={feed.id} className={styles.feed}>
              <strong>{nameOfFeed(feed, cars)}</strong>
              <span className={styles.ways}>
                <Button aria-label={`Copy link: ${nameOfFeed(feed, cars)}`} onPress={() => void copy(feed)}>
                  Copy link
                </Button>
                <Button
                  variant="danger"
                  isDisabled={!isOnline}
                  isBusy={isBusy}
                  aria-label={`Revoke: ${nameOfFeed(feed, cars)}`}
                  onPress={() => setLeaving(feed)}
                >
                  Revoke
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {feeds !== undefined && wanted !== undefined && (
        <div className={styles.make}>
          <SelectField label="Calendar of" value={wanted.id} onChange={setChosen}>
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button isDisabled={!isOnline} isBusy={isBusy} onPress={() => void make(wanted.id === '' ? null : wanted.id)}>
            Make a link
          </Button>
        </div>
      )}
      {leaving !== undefined && (
        <ConfirmDialog
          title={`Revoke the link: ${nameOfFeed(leaving, cars)}?`}
          question="Calendars that follow it are told nothing any more. You can make another link."
          confirm="Revoke"
          back="Keep"
          onBack={() => setLeaving(undefined)}
          onConfirm={() => {
            setLeaving(undefined)
            void revoke(leaving)
          }}
        />
      )}
    </Section>
  )
}
