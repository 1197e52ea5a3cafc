"""Small made-up records in the shapes of the products, one or more for every reader."""

import json
from typing import Any


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


EBS = {
    "SnapshotId": "snap-1",
    "VolumeId": "vol-1",
    "State": "completed",
    "Progress": "100%",
    "StartTime": "2026-11-29T22:00:00+00:00",
    "CompletionTime": "2026-11-29T22:54:00+00:00",
    "Description": "nightly",
    "Tags": [{"Key": "global_step", "Value": "9"}],
}
RECOVERY_POINT = {
    "RecoveryPointArn": "arn:rp",
    "ResourceArn": "arn:vol",
    "ResourceType": "EBS",
    "Status": "PARTIAL",
    "CreationDate": 1795989600.087,
}
FSX_BACKUP = {
    "BackupId": "backup-1",
    "Lifecycle": "AVAILABLE",
    "CreationTime": "1795989600",
    "FileSystem": {"FileSystemId": "fs-1", "LustreConfiguration": {"DeploymentType": "PERSISTENT_2"}},
}
FSX_SNAPSHOT = {"SnapshotId": "fsvolsnap-1", "VolumeId": "fsvol-1", "Lifecycle": "CREATING", "Name": "epoch 3"}
FSX_EXPORT = {
    "TaskId": "task-1",
    "Lifecycle": "SUCCEEDED",
    "Type": "EXPORT_TO_REPOSITORY",
    "FileSystemId": "fs-1",
    "Paths": ["ckpt/step_9"],
    "StartTime": "2026-11-29T23:00:31+00:00",
    "EndTime": "2026-11-29T23:41:12+00:00",
    "Status": {"TotalCount": 10, "SucceededCount": 9, "FailedCount": 1},
}
GATEWAY = {
    "VolumeRecoveryPointInfos": [{"VolumeARN": "arn:vol", "VolumeRecoveryPointTime": "2012-09-04T21:08:44.627Z"}]
}
S3_VERSIONS = {
    "Name": "bucket",
    "IsTruncated": True,
    "Versions": [{"Key": "run/step_9/model.pt", "VersionId": "v1", "LastModified": "2026-11-30T04:34:43+00:00"}],
    "DeleteMarkers": [{"Key": "run/step_9/model.pt", "VersionId": "v2", "IsLatest": True}],
}
S3_HEAD = {
    "ETag": '"e"',
    "LastModified": "2026-11-30T04:34:43+00:00",
    "VersionId": "v1",
    "ReplicationStatus": "PENDING",
}
AZURE = {
    "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/snapshots/a",
    "name": "a",
    "uniqueId": "u-1",
    "creationData": {"createOption": "CopyStart", "sourceResourceId": "/x/disks/d", "sourceUniqueId": "d-1"},
    "timeCreated": "2023-05-18T17:41:22.5261631+00:00",
    "provisioningState": "Succeeded",
    "completionPercent": 37.0,
}
RESTORE_POINT = {
    "id": "/subscriptions/s/providers/Microsoft.Compute/restorePointCollections/c/restorePoints/p",
    "name": "p",
    "consistencyMode": "FileSystemConsistent",
    "provisioningState": "Succeeded",
    "timeCreated": "2021-01-27T20:35:05+00:00",
    "excludeDisks": [{"id": "/disks/left-out"}],
    "sourceMetadata": {"vmId": "vm-1", "storageProfile": {"osDisk": {"name": "os"}, "dataDisks": [{"name": "data"}]}},
    "instanceView": {"diskRestorePoints": [{"replicationStatus": {"completionPercent": 80}}]},
}
GCP_YAML = b"""creationTimestamp: '2018-05-07T10:45:46.988-07:00'
id: '1234'
name: before-no
sourceDisk: https://example.invalid/disks/test
sourceDiskId: '42'
status: UPLOADING
labels: {train-step: '12000', env: no}
"""
KUBERNETES = b"""apiVersion: v1
kind: List
items:
- apiVersion: groupsnapshot.storage.k8s.io/v1
  kind: VolumeGroupSnapshot
  metadata: {name: g, namespace: train, uid: u-1, creationTimestamp: "2026-11-30T04:00:00Z"}
  status: {readyToUse: true, creationTime: "2026-11-30T04:00:02Z", boundVolumeGroupSnapshotContentName: gc}
- apiVersion: groupsnapshot.storage.k8s.io/v1
  kind: VolumeGroupSnapshotContent
  metadata: {name: gc, uid: u-2}
  spec: {driver: d, source: {volumeHandles: [h1, h2]}, volumeGroupSnapshotRef: {uid: u-1}}
  status: {volumeGroupSnapshotHandle: gh, readyToUse: false, creationTime: 1795989602342000422}
"""
DESCRIPTION = b"""Name:         s
Namespace:    train
API Version:  snapshot.storage.k8s.io/v1
Kind:         VolumeSnapshot
Metadata:
  Creation Timestamp:  2020-03-09T21:45:04Z
  UID:                 u-1
Spec:
  Source:
    Persistent Volume Claim Name:  claim
Status:
  Error:
    Message:  driver timed out
  Ready To Use:  false
Events:          <none>
"""
VELERO = {
    "items": [
        {
            "apiVersion": "velero.io/v1",
            "kind": "Backup",
            "metadata": {"name": "b", "labels": {"epoch": "3"}},
            "spec": {"includedNamespaces": ["train"]},
            "status": {
                "phase": "PartiallyFailed",
                "startTimestamp": "2026-08-20T02:00:00Z",
                "completionTimestamp": "2026-08-20T02:09:00Z",
                "hookStatus": {"hooksAttempted": 2, "hooksFailed": 1},
            },
        }
    ]
}
ZFS_HEADLESS = b"tank/a@one\t1697709600\t0\t13868290182305406190\ntank/b@one\t1697709600\t0\t7868290182305406191\n"
ZFS_UNKNOWN_COLUMNS = b"tank/a@one\t1697709600\t-\t98304\t-\n"
ZFS_WITHOUT_P = b"NAME        USED  CREATION\ntank/a@one  0B    Thu Oct 19 10:00 2023\n"
LVM = {
    "report": [
        {
            "lv": [
                {"lv_name": "c", "vg_name": "v", "origin": "", "lv_time": "1796012327", "lv_attr": "owi-a-s---"},
                {"lv_name": "s", "vg_name": "v", "origin": "c", "lv_time": "1796012400", "lv_attr": "swi-I-s---"},
                {"lv_name": "t", "vg_name": "v", "origin": "c", "lv_time": "1796012401", "lv_attr": "swi-a-s---"},
            ]
        }
    ]
}
BTRFS_SHOW = (
    b"snaps/step_9\n\tName: \t\tstep_9\n\tUUID: \t\tu-1\n\tParent UUID: \tp-1\n\tReceived UUID: \tr-1\n"
    b"\tCreation time: \t2026-11-30 04:24:17 +0530\n\tSubvolume ID: \t257\n"
    b"\tReceive time: \t2026-11-30 04:24:19 +0530\n"
)
BTRFS_LIST = b"ID 257 gen 8 cgen 8 top level 5 otime 2026-11-30 04:24:17 parent_uuid p-1 uuid u-1 path snaps/a\n"
SNAPPER = {
    "train": [
        {"subvolume": "/t", "number": 0, "type": "single", "date": ""},
        {"subvolume": "/t", "number": 7, "type": "single", "date": "2026-11-30 04:33:26", "userdata": {"epoch": "3"}},
    ]
}
RBD = [{"id": 5, "name": "snap1", "size": 1, "protected": "false", "timestamp": "Fri Apr 12 13:39:28 2024"}]
RBD_GROUP = [{"snapshot": "g1", "state": "incomplete"}]
RBD_INFO = {"name": "vol", "id": "101c", "size": 1, "block_name_prefix": "rbd_data.101c"}
_ONTAP_HREF = "/api/storage/volumes/0353dc05-405f-11e9-acb6-005056bbc848/snapshots/402b6c73-73a0-4e89-a58a-75ee0ab3e8c0"
ONTAP = {
    "uuid": "402b",
    "name": "hourly.2019-03-13_1305",
    "state": "partial",
    "consistency_type": "application",
    "create_time": "2019-03-13T13:05:00-04:00",
    "_links": {"self": {"href": _ONTAP_HREF}},
}
WEKA = [
    {
        "uid": "w-1",
        "name": "s",
        "filesystem": "fs",
        "creationTime": "2026-01-01T00:00:00Z",
        "stowStatus": "UPLOADING",
        "locator": "l-1",
    }
]
RESTIC = [
    {
        "time": "2020-01-01T00:00:00Z",
        "tree": "t",
        "paths": ["/d"],
        "hostname": "h",
        "id": "7ec6ebfa6c89268f",
        "tags": ["epoch=3"],
        "summary": {"backup_start": "2026-11-30T04:27:28.2Z", "backup_end": "2026-11-30T04:28:00Z"},
    }
]
RESTIC_RUN = (
    b'{"message_type":"error","error":{"message":"permission denied"},"item":"/d/optim.pt"}\n'
    b'{"message_type":"summary","snapshot_id":"7ec6ebfa","total_files_processed":6}\n'
)
BORG = {
    "archives": [{"id": "a-1", "name": "run.checkpoint", "start": "2026-11-29T22:27:36.000000"}],
    "repository": {"id": "r-1", "location": "/repo"},
}
KOPIA = [
    {
        "id": "k-1",
        "source": {"host": "h", "userName": "u", "path": "/p"},
        "startTime": "2023-10-05T09:01:36.265095891Z",
        "endTime": "2023-10-05T09:01:55Z",
        "incomplete": "checkpoint",
        "stats": {"errorCount": 0},
    }
]
RCLONE = [{"Path": "step_9/model.pt", "Name": "model.pt", "Size": 1, "ModTime": "2026-11-30T04:27:29Z", "IsDir": False}]
RSYNC = b">f+++++++++ step_9/model.pt\ncd+++++++++ step_9/\n"
HSM = b"/ckpt/step_9/model.pt: (0x0000000b) exists dirty archived, archive_id:1\n/ckpt/a: (0x00000000)\n"

RECORDS: dict[str, tuple[bytes, str]] = {
    "ebs": (as_json({"Snapshots": [EBS]}), "Amazon EBS snapshot"),
    "ebs reply": (as_json(EBS), "Amazon EBS snapshot"),
    "aws backup": (as_json(RECOVERY_POINT), "AWS Backup recovery point"),
    "fsx backup": (as_json({"Backups": [FSX_BACKUP]}), "Amazon FSx backup"),
    "fsx snapshot": (as_json({"Snapshots": [FSX_SNAPSHOT]}), "Amazon FSx snapshot"),
    "fsx export": (as_json({"DataRepositoryTasks": [FSX_EXPORT]}), "Amazon FSx for Lustre export"),
    "storage gateway": (as_json(GATEWAY), "AWS Storage Gateway recovery point"),
    "s3 versions": (as_json(S3_VERSIONS), "Amazon S3 objects"),
    "s3 head": (as_json(S3_HEAD), "Amazon S3 objects"),
    "azure": (as_json({"value": [AZURE]}), "Azure disk snapshot"),
    "azure restore point": (as_json(RESTORE_POINT), "Azure VM restore point"),
    "gcp yaml": (GCP_YAML, "Google persistent disk snapshot"),
    "kubernetes": (KUBERNETES, "Kubernetes volume snapshot"),
    "kubectl describe": (DESCRIPTION, "Kubernetes volume snapshot"),
    "velero": (as_json(VELERO), "Velero backup"),
    "zfs headless": (ZFS_HEADLESS, "ZFS snapshot"),
    "zfs unknown columns": (ZFS_UNKNOWN_COLUMNS, "ZFS snapshot"),
    "zfs without -p": (ZFS_WITHOUT_P, "ZFS snapshot"),
    "lvm": (as_json(LVM), "LVM snapshot"),
    "btrfs show": (BTRFS_SHOW, "Btrfs snapshot"),
    "btrfs list": (BTRFS_LIST, "Btrfs snapshot"),
    "snapper": (as_json(SNAPPER), "Snapper snapshot"),
    "rbd": (as_json(RBD), "Ceph RBD snapshot"),
    "rbd group": (as_json(RBD_GROUP), "Ceph RBD snapshot"),
    "rbd info": (as_json(RBD_INFO), "Ceph RBD snapshot"),
    "ontap": (as_json(ONTAP), "NetApp ONTAP snapshot"),
    "weka": (as_json(WEKA), "WEKA snapshot"),
    "restic": (as_json(RESTIC), "restic snapshot"),
    "restic run": (RESTIC_RUN, "restic snapshot"),
    "borg": (as_json(BORG), "BorgBackup archive"),
    "kopia": (as_json(KOPIA), "Kopia snapshot"),
    "rclone": (as_json(RCLONE), "Copy of files"),
    "rsync": (RSYNC, "Copy of files"),
    "lustre hsm": (HSM, "Lustre HSM archive"),
}
