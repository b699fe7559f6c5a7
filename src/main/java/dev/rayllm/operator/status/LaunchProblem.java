package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a failed launch comes to. The words are the error codes of EC2 and the reasons that Karpenter's AWS provider makes
 * of them (1.14: {@code pkg/errors}, {@code ToReasonMessage}); a cloud's own word for quota is understood as well. Of
 * several words in one text, as a launch is tried in several zones, the first row that matches counts: what a person can
 * mend comes before what passes by itself.
 */
enum LaunchProblem {

    SPOT_QUOTA(Reason.QUOTA_EXCEEDED, "ask the cloud for a higher quota of spot instances, or accept on-demand in"
            + " hardware.capacityTypes", "MaxSpotInstanceCountExceeded", "SpotQuotaExceeded"),
    QUOTA(Reason.QUOTA_EXCEEDED, "ask the cloud for a higher quota of this kind of instance (on AWS: Service Quotas, EC2,"
            + " Running On-Demand … instances; it counts vCPUs), or accept other GPUs in hardware.gpus",
            "VcpuLimitExceeded", "FleetQuotaExceeded", "MaxFleetCountExceeded", "InstanceLimitExceeded", "quota"),
    SOLD_OUT(Reason.INSUFFICIENT_CAPACITY, Remedies.SOLD_OUT, "InsufficientInstanceCapacity",
            "ReservationCapacityExceeded", "instance types were unavailable during launch",
            "no capacity offerings are currently available"),
    ADDRESSES(Reason.LAUNCH_FAILED, "the subnets have no free address: free some, or give the node class larger subnets",
            "InsufficientFreeAddressesInSubnet"),
    UNSUPPORTED(Reason.INSTANCE_TYPE_UNSUPPORTED, "choose other hardware.instanceTypes or hardware.zones: this region or"
            + " zone does not offer the type in this way", "is not supported in your requested Availability Zone",
            "Unsupported:", "Unsupported ", "InvalidFleetConfiguration", "FreeTierIneligible", "not eligible for Free Tier"),
    UNFULFILLABLE(Reason.INSTANCE_TYPE_UNSUPPORTED, "no machine can be as asked: look at the node class (capacity"
            + " reservation, placement group, tenancy) and at hardware.zones", "UnfulfillableCapacity:",
            "InvalidParameterCombination"),
    SPOT_ROLE(Reason.LAUNCH_FAILED, "make the role for spot once: aws iam create-service-linked-role --aws-service-name"
            + " spot.amazonaws.com; or accept on-demand alone", "SpotSLRCreationFailed",
            "ServiceLinkedRoleCreationNotPermitted"),
    RIGHTS(Reason.LAUNCH_FAILED, "Karpenter's role may not do this: give it the right that its log names", "Unauthorized",
            "AccessDenied", "AuthFailure", "AMIAuthorizationFailure"),
    IMAGE(Reason.LAUNCH_FAILED, "mend the machine image (amiSelectorTerms) of the node class", "AMINotFound", "InvalidAMI"),
    NETWORK(Reason.LAUNCH_FAILED, "mend subnets and security groups of the node class: they must exist, in one network",
            "SecurityGroupSubnetVPCMismatch", "SubnetResolutionFailed", "InvalidSubnet", "InvalidGroup",
            "InvalidSecurityGroup", "no subnets exist", "no security groups exist"),
    TEMPLATE(Reason.LAUNCH_FAILED, "mend instance profile, role or user data of the node class", "LaunchTemplateNotFound",
            "InvalidLaunchTemplate", "InstanceProfileNameInvalid", "Invalid IAM Instance Profile",
            "UserDataSizeLimitExceeded"),
    VERIFYING(Reason.LAUNCH_FAILED, "the cloud is still verifying this account for the region: wait, or ask its support",
            "AccountPendingVerification", "PendingVerification"),
    THROTTLED(Reason.LAUNCH_FAILED, "the cloud refuses requests for now: Karpenter tries again", "RequestLimitExceeded",
            "InternalError"),
    /** Karpenter calls a launch for which there is no machine so, whatever the cloud's words. */
    NO_MACHINE(Reason.INSUFFICIENT_CAPACITY, Remedies.SOLD_OUT, "insufficient capacity"),
    OTHER(Reason.LAUNCH_FAILED, "look at Karpenter's log and at the node class");

    private final Reason reason;
    private final String remedy;
    private final List<String> words;

    LaunchProblem(Reason reason, String remedy, String... words) {
        this.reason = reason;
        this.remedy = remedy;
        this.words = Arrays.stream(words).map(w -> w.toLowerCase(Locale.ROOT)).toList();
    }

    /** The problem that a text of Karpenter or the cloud tells of. */
    static LaunchProblem of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(p -> p.words.stream().anyMatch(lower::contains)).findFirst()
                .orElse(OTHER);
    }

    Reason reason() {
        return reason;
    }

    /** What to do. */
    String remedy() {
        return remedy;
    }

    /** Texts that two rows share. */
    private static final class Remedies {

        static final String SOLD_OUT = "accept further hardware.gpus, instanceTypes, zones or capacityTypes, or wait:"
                + " Karpenter tries again";
    }
}
