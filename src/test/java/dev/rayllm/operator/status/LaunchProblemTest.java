package dev.rayllm.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The words of EC2, as Karpenter's AWS provider 1.14 passes them on: in the event of a launch for which there is no
 * machine (codes of its unfulfillableCapacityErrorCodes, "with fleet error(s), CODE: …"), or as the reason of the
 * condition Launched (its ToReasonMessage). Seen in reports: aws/karpenter-provider-aws#5789, #5578, #8326, #6483,
 * kubernetes-sigs/karpenter#2275.
 */
class LaunchProblemTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: We currently do not have sufficient g4dn.xlarge capacity in the Availability Zone you requested (eu-west-3b).                        | InsufficientCapacity
            creating instance, insufficient capacity, with fleet error(s), ReservationCapacityExceeded: The requested reservation does not have sufficient capacity (aws-error-code=UnfulfillableCapacity)                 | InsufficientCapacity
            creating instance, insufficient capacity, all requested instance types were unavailable during launch                                                                                                          | InsufficientCapacity
            insufficient capacity, words that nobody knows yet                                                                                                                                                             | InsufficientCapacity
            insufficient capacity, with fleet error(s), MaxSpotInstanceCountExceeded: Max spot instance count exceeded                                                                                                     | QuotaExceeded
            insufficient capacity, with fleet error(s), VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 0 allows                                                                   | QuotaExceeded
            insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: We currently do not have sufficient capacity; MaxSpotInstanceCountExceeded: Max spot instance count exceeded                         | QuotaExceeded
            insufficient capacity, with fleet error(s), MaxFleetCountExceeded: You have reached the maximum number of fleets                                                                                               | QuotaExceeded
            insufficient capacity, with fleet error(s), Unsupported: Your requested instance type (p4d.24xlarge) is not supported in your requested Availability Zone (us-east-1e).                                         | InstanceTypeUnsupported
            insufficient capacity, with fleet error(s), Unsupported: not supported in (us-east-1e); InsufficientInstanceCapacity: We currently do not have sufficient capacity                                              | InsufficientCapacity
            insufficient capacity, with fleet error(s), UnfulfillableCapacity: Unable to fulfill capacity due to your request configuration                                                                                 | InstanceTypeUnsupported
            insufficient capacity, with fleet error(s), InsufficientFreeAddressesInSubnet: There are not enough free addresses in the subnet                                                                               | LaunchFailed
            insufficient capacity, with fleet error(s), AuthFailure.ServiceLinkedRoleCreationNotPermitted: The provided credentials do not have permission to create the service-linked role for EC2 Spot Instances.        | LaunchFailed
            VCPULimitExceeded: An instance was requested that would exceed your VCPU quota                                                                                                                                 | QuotaExceeded
            SpotQuotaExceeded: A spot instance launch was requested but this would exceed your spot instance quota                                                                                                         | QuotaExceeded
            FleetQuotaExceeded: A fleet launch was requested but this would exceed your fleet request quota                                                                                                                | QuotaExceeded
            LaunchFailed: launching nodeclaim, creating instance, with fleet error(s), InvalidFleetConfiguration: Your requested instance type (r5d.4xlarge) is not supported in your requested Availability Zone (z).      | InstanceTypeUnsupported
            FreeTierIneligible: The specified instance type is not eligible for Free Tier                                                                                                                                  | InstanceTypeUnsupported
            Unauthorized: User is not authorized to perform this operation because no identity-based policy allows it                                                                                                      | LaunchFailed
            LaunchTemplateNotFound: Launch templates not found when creating fleet request                                                                                                                                 | LaunchFailed
            SecurityGroupSubnetVPCMismatch: Security groups and subnets must be in the same VPC.                                                                                                                           | LaunchFailed
            AccountPendingVerification: An instance launch was requested but the request for launching resources in this region is still being verified                                                                    | LaunchFailed
            LaunchFailed: Instance launch failed                                                                                                                                                                           | LaunchFailed
            """)
    void eachWordingHasItsReason(String words, String reason) {
        assertThat(LaunchProblem.of(words).reason().text()).isEqualTo(reason);
    }

    /** One reason for all of these, so the remedy is what tells them apart. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            insufficient capacity, with fleet error(s), InsufficientFreeAddressesInSubnet: x | subnets
            AuthFailure.ServiceLinkedRoleCreationNotPermitted: x                             | create-service-linked-role
            Unauthorized: x                                                                  | role
            AMIAuthorizationFailure: User is not authorized for AMI used in instance launch  | role
            AMINotFound: AMI used for instance launch does not exist                         | amiSelectorTerms
            LaunchTemplateNotFound: x                                                        | instance profile
            SecurityGroupSubnetVPCMismatch: x                                                | security groups
            SubnetResolutionFailed: Error getting subnets                                    | subnets
            AccountPendingVerification: x                                                    | verifying
            RequestLimitExceeded: Request limit exceeded                                     | tries again
            MaxSpotInstanceCountExceeded: x                                                  | on-demand
            VcpuLimitExceeded: x                                                             | Service Quotas
            anything else                                                                    | log
            """)
    void eachHasARemedy(String words, String part) {
        assertThat(LaunchProblem.of(words).remedy()).contains(part);
    }
}
