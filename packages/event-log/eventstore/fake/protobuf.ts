/**
 * The service definitions that the client itself is made of: server and client cannot disagree about a field. They are
 * generated CommonJS without names that Node could see, hence the default imports.
 */
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsMessages from '@eventstore/db-client/generated/streams_pb.js'

export type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
export type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
export type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
export type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'

export const { ServerFeaturesService } = featuresGrpc
export const { StreamsService } = streamsGrpc
export const streams = streamsMessages
export const shared = sharedMessages
export const features = featuresMessages
