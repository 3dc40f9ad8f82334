import type { $ZodType } from 'zod/v4/core'
import { CurrentUser, SignedIn, SignedOut, SignIn } from '../account.ts'
import { BookedDates } from '../booked-dates.ts'
import {
  AdminBooking,
  AdminBookings,
  BookingChange,
  BookingChanged,
  BookingHidden,
  BookingReceipt,
  BookingRequest,
  BookingStatus,
} from '../booking.ts'
import { AdminBusiness, PublicBusiness } from '../business.ts'
import {
  BookingContract,
  ContractIssued,
  ContractKind,
  ContractSignature,
  ContractSigned,
  ContractSignedBy,
  ContractVersion,
  PaperContract,
  PaperContractAttached,
} from '../contract.ts'
import {
  Customer,
  CustomerErased,
  CustomerHidden,
  Customers,
  LicenceStatus,
  LicenceStatusChange,
  LicenceStatusChanged,
} from '../customer.ts'
import { DueDates, DueDatesInput, DueDatesSaved } from '../due-dates.ts'
import { CarPerformance, Stats, VehiclePerformance } from '../figures.ts'
import { Fleet, FuelType, NextDays, Transmission, Vehicle, VehicleCategory, VehicleStatus } from '../fleet.ts'
import { LiveChange, LiveList } from '../live.ts'
import {
  Maintenance,
  MaintenanceCancelled,
  MaintenanceInput,
  MaintenanceKind,
  MaintenanceList,
  MaintenanceSaved,
  RequestInTheWay,
} from '../maintenance.ts'
import { AppManifest, IconPurpose } from '../manifest.ts'
import { ForgottenAccepted, ForgottenPassword, PasswordChange, PasswordChanged, PasswordReset } from '../password.ts'
import { BusinessSettings } from '../settings.ts'
import {
  PasswordLinkSent,
  Staff,
  StaffInvitation,
  StaffInvited,
  StaffMember,
  StaffStatus,
  StaffStatusChange,
  StaffStatusChanged,
} from '../staff.ts'
import {
  ContractUpload,
  LicenceUpload,
  LogoUpload,
  StoredFile,
  UploadPurpose,
  UploadTarget,
  UploadTargetRequest,
  VehicleImageUpload,
} from '../upload.ts'
import {
  AdminFleet,
  AdminVehicle,
  VehicleEdit,
  VehicleInput,
  VehicleRemoved,
  VehicleSaved,
  VehicleStatusChange,
  VehicleStatusChanged,
  Warning,
} from '../vehicle.ts'
import { OpenApiDocument } from './documentation.ts'
import { Nothing } from './nothing.ts'

/** Bodies that callers send, by the name that the documentation gives them. */
export const SENT: Readonly<Record<string, $ZodType>> = {
  BookingRequest,
  BookingChange,
  ContractSignature,
  PaperContract,
  VehicleInput,
  VehicleEdit,
  VehicleStatusChange,
  DueDatesInput,
  MaintenanceInput,
  LicenceStatusChange,
  UploadTargetRequest,
  LicenceUpload,
  VehicleImageUpload,
  LogoUpload,
  ContractUpload,
  SignIn,
  PasswordChange,
  ForgottenPassword,
  PasswordReset,
  StaffInvitation,
  StaffStatusChange,
  Nothing,
}

/** Bodies of answers, and what they are made of. */
export const ANSWERED: Readonly<Record<string, $ZodType>> = {
  BookingStatus,
  BookingReceipt,
  BookingChanged,
  BookingHidden,
  BookedDates,
  ContractKind,
  ContractSignedBy,
  ContractVersion,
  BookingContract,
  ContractIssued,
  ContractSigned,
  PaperContractAttached,
  AdminBooking,
  AdminBookings,
  VehicleCategory,
  Transmission,
  FuelType,
  VehicleStatus,
  NextDays,
  Vehicle,
  Fleet,
  AdminVehicle,
  AdminFleet,
  VehicleSaved,
  VehicleStatusChanged,
  VehicleRemoved,
  Warning,
  DueDates,
  DueDatesSaved,
  MaintenanceKind,
  RequestInTheWay,
  Maintenance,
  MaintenanceList,
  MaintenanceSaved,
  MaintenanceCancelled,
  LicenceStatus,
  Customer,
  Customers,
  CustomerHidden,
  LicenceStatusChanged,
  CustomerErased,
  PublicBusiness,
  AdminBusiness,
  BusinessSettings,
  Stats,
  VehiclePerformance,
  CarPerformance,
  LiveList,
  LiveChange,
  UploadPurpose,
  UploadTarget,
  StoredFile,
  CurrentUser,
  SignedIn,
  SignedOut,
  PasswordChanged,
  ForgottenAccepted,
  StaffStatus,
  StaffMember,
  Staff,
  StaffInvited,
  StaffStatusChanged,
  PasswordLinkSent,
  IconPurpose,
  AppManifest,
  OpenApiDocument,
}
